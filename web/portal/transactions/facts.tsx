import { groupedPhone } from '#domain/phone/phone.ts'
import { methodLabel } from '#domain/receipts/receipt.ts'
import type { FundsStatus } from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { Fact } from '#web/design/facts.tsx'
import { Amount } from '#web/design/money.tsx'
import { ExactTime } from '#web/design/time.tsx'
import { channelNames } from './filter.ts'

const fundsNames: Readonly<Record<FundsStatus, string>> = {
  available: 'Disponibles',
  pending: 'En attente de disponibilité',
  pending_confirmation: 'À confirmer',
  held: 'Retenus pour vérification',
  withheld: 'Conservés',
}

/** What was asked, debited, kept and brought. */
export function amountFacts(transaction: TransactionRecord): Fact[] {
  const { price, amountCharged, fees, net, refunded, fundsStatus, status } = transaction
  const isPaid = status === 'succeeded'
  return [
    { label: 'Prix', value: <Amount of={price} /> },
    { label: isPaid ? 'Débité' : 'Demandé au payeur', value: <Amount of={amountCharged} /> },
    {
      label: fees.payer === 'merchant' ? 'Vos frais' : 'Frais du payeur',
      value: <Amount of={fees.amount} />,
    },
    { label: 'Remboursé', value: refunded.minor === 0n ? null : <Amount of={refunded} /> },
    { label: 'Fonds', value: fundsStatus && fundsNames[fundsStatus] },
    {
      label: isPaid ? 'Net' : 'Net prévu',
      value: isPaid || status === 'pending' ? <Amount of={net} /> : null,
      isTotal: true,
    },
  ]
}

export function payerFacts(transaction: TransactionRecord): Fact[] {
  const { name, phone, email } = transaction.customer
  return [
    { label: 'Nom', value: name },
    { label: 'Téléphone', value: phone && groupedPhone(phone) },
    { label: 'E-mail', value: email },
    { label: 'Moyen de paiement', value: methodLabel(transaction) },
  ]
}

export function identityFacts(transaction: TransactionRecord): Fact[] {
  const { id, channel, terminal, operator, paymentLink, providerReference } = transaction
  return [
    { label: 'Identifiant', value: <code>{id}</code> },
    { label: 'Description', value: transaction.description },
    { label: 'Canal', value: channelNames[channel] },
    { label: 'Terminal', value: terminal?.label },
    { label: 'Vendeur', value: operator?.name },
    { label: 'Lien de paiement', value: paymentLink?.title },
    { label: 'Référence chez l’opérateur', value: providerReference },
    { label: 'Créée', value: <ExactTime at={transaction.createdAt} /> },
    {
      label: 'Terminée',
      value: transaction.completedAt && <ExactTime at={transaction.completedAt} />,
    },
  ]
}

/** What the merchant sent along, or payers answered, as it was written. */
export function metadataFacts({ metadata }: TransactionRecord): Fact[] {
  const fields = JSON.parse(metadata) as Readonly<Record<string, unknown>>
  return Object.entries(fields).map(([label, value]) => ({
    label,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }))
}
