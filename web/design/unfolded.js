// What somebody unfolded, moved or is at stays so where its part of the page refreshes.

let unfolded = []
const moved = new Map()

addEventListener('htmx:beforeSwap', (event) => {
  if (isSelected(event.target)) event.detail.shouldSwap = false
  unfolded = [...event.target.querySelectorAll('details[open][id]')].map((part) => part.id)
})
addEventListener('htmx:oobBeforeSwap', (event) => {
  const detail = event.detail
  const target = detail.target
  const focused = document.activeElement
  // The focus comes back to what has an id; a row says its new state all the same, and a list takes rows in beside what
  // is selected in it.
  const isHeld = isSelected(target) || (target.contains(focused) && !focused.id)
  if (isHeld && !['tr', 'tbody'].includes(target.localName)) detail.shouldSwap = false
  const chips = target.querySelector('.chips')
  if (chips) moved.set(target.id, chips.scrollLeft)
  for (const part of target.querySelectorAll('details[open][id]')) unfolded.push(part.id)
})

// Rows that come in above leave what is read where it was.
let lowest
let lowestAt
addEventListener('htmx:oobBeforeSwap', (event) => {
  const target = event.detail.target
  lowest = scrollY > 0 && target.localName === 'tbody' ? target.lastElementChild : null
  lowestAt = lowest?.getBoundingClientRect().top
})
addEventListener('htmx:oobAfterSwap', () => {
  if (lowest) scrollBy({ top: lowest.getBoundingClientRect().top - lowestAt, behavior: 'instant' })
  lowest = null
})

addEventListener('htmx:afterSettle', () => {
  for (const id of unfolded) document.getElementById(id)?.setAttribute('open', '')
  moved.forEach((left, id) => {
    const chips = document.getElementById(id)?.querySelector('.chips')
    if (chips) chips.scrollLeft = left
  })
  seen()
})

function isSelected(part) {
  const selection = getSelection()
  return !selection.isCollapsed && selection.containsNode(part, true)
}

// The mark of something new in the tab’s title goes once it is looked at.
addEventListener('visibilitychange', seen)
function seen() {
  if (!document.hidden) document.title = document.title.replace(/^● /, '')
}
