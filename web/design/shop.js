// Tells the shop, which has this page in a frame, how the payment goes. Nothing secret is told, and to that site alone.
const shop = document.querySelector('#boutique')

function tellShop(type) {
  const about = shop.dataset
  parent.postMessage(
    {
      source: 'payment-checkout',
      type,
      status: followed ? state().state : 'open',
      link: about.link,
      reference: about.reference || null,
    },
    about.origin,
  )
}

if (shop && parent !== window) {
  tellShop('shown')
  if (followed)
    new MutationObserver(() => tellShop('changed')).observe(followed, { childList: true })
  // The way back leads out of the frame: the shop closes it.
  addEventListener('click', (event) => {
    if (!event.target.closest('[data-back] a')) return
    event.preventDefault()
    tellShop('left')
  })
}
