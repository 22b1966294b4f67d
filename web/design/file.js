// A file goes out within its form as base64url: read when it is chosen, and the form waits until it was.

for (const input of document.querySelectorAll('[data-into]')) {
  input.closest('.field').hidden = false
  input.addEventListener('change', () => putFile(input))
}

function putFile(input) {
  const file = input.files[0]
  const field = input.form.elements[input.dataset.into]
  const isTooLarge = file && file.size > Number(input.dataset.max)
  field.value = ''
  input.setCustomValidity(isTooLarge ? input.dataset.tooLarge : '')
  input.reportValidity()
  if (!file || isTooLarge) return
  input.setCustomValidity(input.dataset.reading)
  const reader = new FileReader()
  reader.onload = () => {
    field.value = base64url(reader.result)
    input.setCustomValidity('')
  }
  reader.onerror = () => {
    input.setCustomValidity(input.dataset.unread)
    input.reportValidity()
  }
  reader.readAsDataURL(file)
}

// Of an empty file some browsers say "data:" alone.
function base64url(address) {
  const content = address.includes(',') ? address.slice(address.indexOf(',') + 1) : ''
  return content.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
