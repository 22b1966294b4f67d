// For shops: opens the page of a payment link as a sheet over their own. What it tells is no proof of a payment: that is
// the webhook, or the transaction as the shop's server reads it.
const script = document.currentScript
const own = new URL(script.src).origin
// A shop in another language says so: data-title, data-close.
const title = script.dataset.title || 'Paiement'
const closeTitle = script.dataset.close || 'Fermer le paiement'
const patienceMs = 15_000

function styled(element, style) {
  Object.assign(element.style, style)
  return element
}

function makeSheet(url) {
  const dialog = styled(document.createElement('dialog'), {
    border: '0',
    padding: '0',
    width: 'min(30rem, 100vw)',
    height: 'min(48rem, 100dvh)',
    maxWidth: '100vw',
    maxHeight: '100dvh',
    borderRadius: '12px',
    overflow: 'hidden',
    background: '#fff',
  })
  dialog.setAttribute('aria-label', title)
  const frame = styled(document.createElement('iframe'), {
    border: '0',
    width: '100%',
    height: '100%',
    display: 'block',
  })
  frame.title = title
  frame.src = url
  const close = styled(document.createElement('button'), {
    position: 'absolute',
    top: '4px',
    right: '4px',
    width: '44px',
    height: '44px',
    border: '0',
    background: 'transparent',
    font: '24px sans-serif',
    cursor: 'pointer',
  })
  close.type = 'button'
  close.textContent = '×'
  close.setAttribute('aria-label', closeTitle)
  dialog.append(frame, close)
  return { dialog, frame, close }
}

/**
 * Opens it; resolves when the sheet is closed, with { status, link, reference }: `succeeded`, `failed`, `expired`,
 * `pending`, or `open` where nothing was sent. Where this site may not show the page, the browser goes there.
 */
function open(address) {
  const url = new URL(address, location.href)
  if (url.origin !== own) return Promise.reject(new TypeError(`not a payment page of ${own}`))
  const sheet = makeSheet(url.href)
  const dialog = sheet.dialog
  return new Promise((resolve) => {
    let last = { status: 'open', link: null, reference: null }
    const goThere = setTimeout(() => location.assign(url.href), patienceMs)
    function hear(event) {
      if (event.origin !== own || event.source !== sheet.frame.contentWindow) return
      const data = event.data
      if (data?.source !== 'payment-checkout') return
      clearTimeout(goThere)
      last = { status: data.status, link: data.link, reference: data.reference }
      if (data.type === 'left') dialog.close()
    }
    addEventListener('message', hear)
    sheet.close.addEventListener('click', () => dialog.close())
    dialog.addEventListener('close', () => {
      clearTimeout(goThere)
      removeEventListener('message', hear)
      dialog.remove()
      resolve(last)
    })
    document.body.append(dialog)
    dialog.showModal()
  })
}

// `<a href="…" data-payment-checkout>` is a plain link without this script, and a sheet with it.
addEventListener('click', (event) => {
  const link = event.target.closest?.('a[data-payment-checkout]')
  if (!link || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  void open(link.href).then((end) => {
    link.dispatchEvent(new CustomEvent('payment-checkout', { detail: end, bubbles: true }))
  })
})

window.PaymentCheckout = { open }
