// What unfolds above a page folds again when one looks elsewhere.

const sheets = document.querySelectorAll('[data-sheet]')

function foldOthers(kept) {
  for (const sheet of sheets) if (sheet !== kept) sheet.open = false
}

addEventListener('pointerdown', (event) => foldOthers(event.target.closest('[data-sheet]')))
addEventListener('focusin', (event) => foldOthers(event.target.closest('[data-sheet]')))
addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return
  const sheet = document.activeElement?.closest('[data-sheet][open]')
  foldOthers()
  sheet?.querySelector('summary').focus()
})
