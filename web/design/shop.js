// Tells the shop, which has this page in a frame, how the payment goes. Nothing secret is told, and to that site alone.
const shop = document.querySelector('#boutique')

function tellShop(type) {
  const about = shop.dataset
  const status = document.querySelector('#suivi')?.firstElementChild?.dataset.state ?? 'open'
  parent.postMessage(
    {
      source: 'payment-checkout',
      type,
      status,
      link: about.link,
      reference: about.reference ?? null,
    },
    about.origin,
  )
}

if (shop && parent !== window) {
  tellShop('shown')
  const paymentState = document.querySelector('#suivi')
  if (paymentState) {
    new MutationObserver(() => tellShop('changed')).observe(paymentState, { childList: true })
  }
  // The way back leads out of the frame: the shop closes it.
  addEventListener('click', (event) => {
    if (!event.target.closest?.('[data-back] a')) return
    event.preventDefault()
    tellShop('left')
  })
}
