import { asId, type PaymentLinkId, type ServiceEnvId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { createPaymentLink, type NewPaymentLink } from '#use-cases/payment-links/create.ts'
import type { Database } from '#db/connect.ts'

/** One link in each mode, that may be paid as often as one likes. What is there already stays as it is. */
export async function seedPaymentLinks(
  database: Database,
  envs: Readonly<Record<Mode, string>>,
  ids: Readonly<Record<Mode, string>>,
): Promise<void> {
  for (const mode of ['live', 'sandbox'] as const) {
    const id = asId<PaymentLinkId>(ids[mode])
    await createPaymentLink(database, asId<ServiceEnvId>(envs[mode]), { id, ...demoLink })
  }
}

const demoLink: NewPaymentLink = {
  title: 'Panier découverte',
  description: 'Un panier de produits du Bénin, livré à Cotonou.',
  price: money(2500n, 'XOF'),
  currency: 'XOF',
  minAmount: null,
  maxAmount: null,
  maxPayments: null,
  expiresAt: null,
  customFields: [
    { key: 'quartier', label: 'Quartier de livraison', type: 'text', required: false },
  ],
  redirectUrl: null,
  successMessage: 'Merci\u00A0! Votre panier est en route.',
  metadata: {},
}
