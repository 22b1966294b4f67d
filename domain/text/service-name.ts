/** What the service calls itself, wherever it speaks for no merchant. */
export const serviceName = 'Service de paiement'

/** The same where there is little room: under an icon on a phone. */
export const serviceShortName = 'Paiements'
