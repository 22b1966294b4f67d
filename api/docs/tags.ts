/** A part of the API: a tag of the description and a heading of the reference. */
export interface Tag {
  readonly name: string
  readonly french: string
  readonly description: string
}

const linkPayments = 'payment-links/payments'

/** By first path segment, in the order of the reference. */
const tags: Readonly<Record<string, Tag>> = {
  session: {
    name: 'Session',
    french: 'Session',
    description: 'The caller.',
  },
  collections: {
    name: 'Collections',
    french: 'Encaissements',
    description: 'Payments that you request from a payer.',
  },
  transactions: {
    name: 'Transactions',
    french: 'Transactions',
    description: 'Payments in both directions, and their receipts.',
  },
  payouts: {
    name: 'Payouts',
    french: 'Retraits et virements',
    description: 'Money that you send.',
  },
  balance: { name: 'Balance', french: 'Soldes', description: 'Your balance.' },
  quotes: { name: 'Quotes', french: 'Devis', description: 'What a payment would cost.' },
  'payment-methods': {
    name: 'Payment methods',
    french: 'Moyens de paiement',
    description: 'The payment methods open to you.',
  },
  'phone-numbers': {
    name: 'Phone numbers',
    french: 'Numéros de téléphone',
    description: 'Checking a number.',
  },
  currencies: {
    name: 'Currencies',
    french: 'Devises',
    description: 'Currencies that prices may be in.',
  },
  'exchange-rates': {
    name: 'Exchange rates',
    french: 'Taux de change',
    description: 'Current rates.',
  },
  'payment-links': {
    name: 'Payment links',
    french: 'Liens de paiement',
    description: 'Links that you create, and that payers see.',
  },
  [linkPayments]: {
    name: 'Link payments',
    french: 'Paiement d’un lien',
    description:
      'What the page of a link needs, without a key: the cost, the payment, the receipt.',
  },
  checkouts: {
    name: 'Checkouts',
    french: 'Codes QR de caisse',
    description: 'QR codes of a cash desk.',
  },
  terminals: {
    name: 'Terminals',
    french: 'Terminaux et caisses',
    description: 'Payment terminals, cash desks and their sessions.',
  },
  webhook_endpoints: {
    name: 'Webhooks',
    french: 'Webhooks',
    description: 'Your addresses that events are sent to, and what is sent.',
  },
  webhook_deliveries: {
    name: 'Webhooks',
    french: 'Webhooks',
    description: 'Your addresses that events are sent to, and what is sent.',
  },
  webhook_event_types: {
    name: 'Webhooks',
    french: 'Webhooks',
    description: 'Your addresses that events are sent to, and what is sent.',
  },
  events: { name: 'Events', french: 'Événements', description: 'What happened.' },
}

/** Path segments below a link that payers request. */
const ofPayers: ReadonlySet<string> = new Set([
  'payment-methods',
  'quotes',
  'collections',
  'transactions',
])

/** The tag of a path, given its segments below the API's root. */
export function tagOf([first = '', , third = '']: readonly string[]): Tag {
  const name = first === 'payment-links' && ofPayers.has(third) ? linkPayments : first
  return tags[name] ?? { name: first, french: first, description: `Routes under ${first}.` }
}
