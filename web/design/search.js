// The box to find things: "/" and ⌘K (Ctrl+K) lead to it, it answers while one types, arrows go through what it found.

const find = document.querySelector('[data-find]')
const field = find?.querySelector('[type=search]')
const found = find?.parentElement.querySelector('.found')

function isAsked(event) {
  const isCommand = event.ctrlKey || event.metaKey
  if (event.key === 'k') return isCommand
  return event.key === '/' && !isCommand && !event.target.closest('input, select, textarea')
}

addEventListener('keydown', (event) => {
  if (!isAsked(event)) return
  event.preventDefault()
  field?.focus()
  field?.select()
})

let waiting
let asked

field?.addEventListener('input', () => {
  clearTimeout(waiting)
  waiting = setTimeout(answer, 200)
})

async function answer() {
  asked?.abort()
  asked = new AbortController()
  if (field.value.trim().length < 2) return close()
  try {
    // Sent like the form, so that no address has what is typed.
    const body = new URLSearchParams(new FormData(find))
    const response = await fetch(find.dataset.find, { method: 'POST', body, signal: asked.signal })
    // Another page instead of an answer: the session has ended, and the form leads there.
    if (!response.ok || response.redirected) return close()
    found.innerHTML = await response.text()
    found.hidden = false
  } catch {
    // Asked anew, or the network is away: the form still leads to the page of results.
  }
}

function close() {
  if (found) found.hidden = true
}

find?.parentElement.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    close()
    field.focus()
  }
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!by || found.hidden) return
  const stops = [field, ...found.querySelectorAll('a')]
  const next = stops[stops.indexOf(document.activeElement) + by]
  if (!next) return
  event.preventDefault()
  next.focus()
})

// Whoever looks elsewhere is done with it.
for (const kind of ['focusin', 'pointerdown'])
  addEventListener(kind, (event) => event.target.closest('.find') || close())
