// The keyboard of the desk: j and k lead from row to row, j on the page of a case to the next one, a to the first act; x ticks a row, X all rows; Enter opens, as on any link. "/" leads to the search (search.js).

addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input:not([type=checkbox]), select, textarea')
  const act = keys[event.key]
  if (!act || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  act()
})

const keys = {
  j: () => move(1),
  k: () => move(-1),
  a: toAct,
  x: () => tick('tr:focus-within .pick'),
  X: () => tick('.pick'),
  '?': tell,
}

function all(query) {
  return [...document.querySelectorAll(query)]
}

function move(by) {
  const links = all('[rel=next],td:first-child a')
  const at = links.indexOf(document.activeElement)
  links[Math.min(Math.max(at + by, 0), links.length - 1)]?.focus()
}

// The first thing to fill in of the first form that decides something; a question that is folded opens by its button.
function toAct() {
  const form = 'main form[method=post] [type=submit]'
  const shown = (query) => all(query).find((each) => each.getClientRects()[0])
  const act = shown(`${form}:not(.quiet), main .ask > summary`) ?? shown(form)
  const fields = [...(act?.form?.elements ?? [])]
  const stop = fields.find(
    (field) => !field.matches('.pick, fieldset') && field.getClientRects()[0],
  )
  ;(stop ?? act)?.focus()
}

// All as the first one: none of them once it is ticked.
function tick(query) {
  const picks = all(query)
  const isTicked = picks[0]?.checked
  for (const pick of picks) pick.checked = !isTicked
}

function tell() {
  const help = document.querySelector('.keys')
  if (!help) return
  help.open = !help.open
  help.querySelector('summary').focus()
}

// Whoever comes back to a list finds it narrowed as it was.
if (document.querySelector('main .views, main form[method=get], main [type=search]'))
  sessionStorage.setItem(location.pathname, location.search)
for (const link of all('main > p > a')) {
  const narrowed = sessionStorage.getItem(link.pathname)
  if (narrowed && !link.search) link.search = narrowed
}
