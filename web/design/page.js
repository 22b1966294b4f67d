// Signs of life; every page works without them.

// A form goes out once: the button that sent it turns until the next page is there.
addEventListener('submit', (event) => {
  const form = event.target
  if (event.defaultPrevented) return
  if (form.dataset.sent) return event.preventDefault()
  form.dataset.sent = 'yes'
  event.submitter?.setAttribute('aria-busy', 'true')
})

// The page may come back from the browser's memory as it was left.
addEventListener('pageshow', () => {
  for (const form of document.forms) delete form.dataset.sent
  for (const button of document.querySelectorAll('[aria-busy]')) button.removeAttribute('aria-busy')
})

// What can be copied says when it was; what can be sent on opens the phone’s own sheet, and whoever closes it has changed
// their mind.
addEventListener('click', (event) => {
  const button = event.target.closest('[data-copy],[data-print],[data-share]')
  const data = button?.dataset
  if (data?.copy) void copy(button)
  else if (data?.share) navigator.share({ url: data.share, text: data.text }).catch(() => {})
  else if (data) print()
})
for (const button of document.querySelectorAll('[data-print]')) button.hidden = false
for (const button of document.querySelectorAll('[data-share]')) button.hidden = !navigator.share

async function copy(button) {
  await navigator.clipboard.writeText(button.dataset.copy)
  button.lastChild.textContent = button.dataset.copied
}
