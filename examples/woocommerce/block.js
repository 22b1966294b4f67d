// The payment method as the block checkout shows it.
const { title, description, supports } = window.wc.wcSettings.getSetting('payment_service_data')
const text = window.wp.element.createElement('p', null, description)
window.wc.wcBlocksRegistry.registerPaymentMethod({
  name: 'payment_service',
  label: title,
  ariaLabel: title,
  content: text,
  edit: text,
  canMakePayment: () => true,
  supports: { features: supports },
})
