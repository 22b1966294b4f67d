// The keyboard of the desk: j and k lead from row to row; Enter opens, as on any link. "/" leads to the search (search.js).

addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input, select, textarea')
  const act = keys[event.key]
  if (!act || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  act()
})

const keys = {
  j: () => move(1),
  k: () => move(-1),
}

function move(by) {
  const links = [...document.querySelectorAll('td:first-child a')]
  const at = links.indexOf(document.activeElement)
  links[Math.min(Math.max(at + by, 0), links.length - 1)]?.focus()
}
