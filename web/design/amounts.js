// Thousands stand apart while an amount is typed. What is sent has none between them, so that it stays exact.

const between = document.documentElement.lang === 'en' ? ',' : '\u202F'
const plain = (text) => text.replace(between === ',' ? /[\s,]/g : /\s/g, '')

addEventListener('input', (event) => {
  const field = event.target
  if (!field.matches('[data-amount]')) return
  const text = plain(field.value)
  // The cursor stays behind the same digit.
  let digits = plain(field.value.slice(0, field.selectionEnd)).length
  field.value = text.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, between))
  let place = 0
  for (; digits; place += 1) if (plain(field.value[place])) digits -= 1
  field.setSelectionRange(place, place)
})

addEventListener('formdata', (event) => {
  for (const field of event.target.querySelectorAll('[data-amount]'))
    event.formData.set(field.name, plain(field.value))
})
