// What somebody unfolded stays unfolded where its part of the page refreshes.

let unfolded = []

addEventListener('htmx:beforeSwap', (event) => {
  unfolded = [...event.target.querySelectorAll('details[open][id]')].map((part) => part.id)
})
addEventListener('htmx:afterSettle', () => {
  for (const id of unfolded) document.getElementById(id)?.setAttribute('open', '')
})
