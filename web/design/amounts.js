// Thousands stand apart while an amount is typed. What is sent has none between them, so that it stays exact.

const english = document.documentElement.lang === 'en'
const between = english ? ',' : '\u202F'
const marks = english ? /[\s,]/g : /\s/g

for (const field of document.querySelectorAll('[data-amount]')) group(field)
addEventListener('input', (event) => event.target.matches('[data-amount]') && group(event.target))

addEventListener('formdata', (event) => {
  for (const field of event.target.querySelectorAll('[data-amount]'))
    if (event.formData.has(field.name)) event.formData.set(field.name, plain(field.value))
})

function plain(text) {
  return text.replace(marks, '')
}

/** The cursor stays behind the same digit. */
function group(field) {
  const text = plain(field.value)
  if (!/^\d+([.,]\d*)?$/.test(text)) return
  const before = plain(field.value.slice(0, field.selectionStart)).length
  const whole = text.match(/^\d+/)[0]
  field.value = whole.replace(/\B(?=(\d{3})+$)/g, between) + text.slice(whole.length)
  if (field !== document.activeElement) return
  let place = 0
  for (let passed = 0; passed < before; place += 1) if (plain(field.value[place])) passed += 1
  field.setSelectionRange(place, place)
}
