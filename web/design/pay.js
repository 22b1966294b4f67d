// What the form of a payment spares its payer; it works without.
const askAfterMs = 250
const prefixLength = 4

/** Chooses the operator by the number, and shows the total for the amount and the operator. */
function helpPayer(form) {
  const fields = form.elements
  const numero = fields.numero
  const montant = fields.montant
  const total = fields.total
  const radios = [...form.querySelectorAll('[type=radio]')]
  const button = form.querySelector('button.full span')
  let isChosen = radios.some((radio) => radio.checked)
  let asking

  // One total for all operators, or that of the one chosen.
  function show() {
    const chosen = radios.find((radio) => radio.checked)?.value
    let shown
    for (const block of form.querySelectorAll('[data-method]')) {
      block.hidden = !['tous', chosen].includes(block.dataset.method)
      if (!block.hidden) shown = block.dataset
    }
    total.value = shown?.total || ''
    button.textContent = shown?.label || form.dataset.goOn
  }

  async function ask(amount) {
    const answer = await fetch(`${form.dataset.pay}&montant=${encodeURIComponent(amount)}`)
    if (!answer.ok || montant.value !== amount) return
    form.querySelector('#totaux').innerHTML = await answer.text()
    show()
  }

  function choose() {
    const found = !isChosen && radios.find((radio) => isNumberOf(radio, numero))
    if (found && !found.checked) {
      found.checked = true
      show()
    }
  }

  for (const radio of radios) {
    radio.addEventListener('change', () => {
      isChosen = true
      show()
    })
  }
  numero?.addEventListener('input', choose)
  numero?.addEventListener('change', () => group(numero))
  montant?.addEventListener('input', () => {
    total.value = ''
    button.textContent = form.dataset.goOn
    clearTimeout(asking)
    asking = setTimeout(ask, askAfterMs, montant.value)
  })
  form.addEventListener('submit', stay)
  choose()
  show()
}

// Without a network the browser would leave for a page of its own, from which there is no way back.
function stay(event) {
  const isOnLine = navigator.onLine
  payForm.querySelector('.away').hidden = isOnLine
  if (!isOnLine) event.preventDefault()
}

// A prefix that is not whole yet is none of them.
function isNumberOf(radio, input) {
  const prefix = nationalOf(input).slice(0, prefixLength)
  return prefix && (radio.dataset.prefixes || '').split(' ').includes(prefix)
}

/** `01 97 00 00 00`: as numbers are read aloud. */
function group(input) {
  const digits = nationalOf(input)
  if (digits.length === 10) input.value = digits.replace(/\d\d(?=\d)/g, '$& ')
}

/** Ten digits from 01 on, of a number with or without its country, old or new. */
function nationalOf(input) {
  const country = RegExp(`^(00)?${input.dataset.code}(?=\\d{4})`)
  const digits = input.value.replace(/\D/g, '').replace(country, '')
  return digits.startsWith('0') || digits === '' ? digits : `01${digits}`
}

const payForm = document.querySelector('form[data-pay]')
if (payForm) helpPayer(payForm)
