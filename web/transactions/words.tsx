import type { ComponentChildren } from 'preact'
import type { DeliveryStatus } from '#domain/webhooks/delivery.ts'
import type { Language } from '#domain/text/language.ts'
import { inPageLanguage } from '#web/design/scope.ts'

/** What is said of a transaction, its deliveries and its terms to merchants and staff. */
const french = {
  amounts: {
    rate: 'Taux appliqué',
    converted: 'Prix converti',
    exchangeFee: {
      customer: 'Frais de change, à la charge du client',
      merchant: 'Frais de change, à la charge du marchand',
    },
    exchangeMargin: {
      customer: 'Marge de change, à la charge du client',
      merchant: 'Marge de change, à la charge du marchand',
    },
  },
  happenings: {
    created: 'Demande créée',
    sent: (operator: string) => `Demande envoyée à ${operator}`,
    onItsWay: (operator: string) => `Demande en route vers ${operator}`,
    awaited: (operator: string) => `Réponse de ${operator} attendue`,
    payerApproves: (time: ComponentChildren) => (
      <>
        Le payeur valide la demande{'\u00A0'}; elle expire {time}.
      </>
    ),
    held: 'Fonds retenus pour vérification',
    released: 'Fonds libérés',
    debitedLate: 'L’opérateur a débité le payeur après la fin',
    debitedLateText: 'Nos équipes s’en occupent\u00A0; le statut reste le même.',
  },
  ends: {
    collection: {
      succeeded: 'Paiement réussi',
      failed: 'Paiement échoué',
      expired: 'Paiement expiré',
      cancelled: 'Paiement annulé',
    },
    payout: {
      succeeded: 'Retrait réussi',
      failed: 'Retrait échoué',
      expired: 'Retrait expiré',
      cancelled: 'Retrait annulé',
    },
  },
  deliveries: {
    title: (counts: string) => `Webhooks\u00A0: ${counts}`,
    counts: {
      delivered: (count: number) => `${count} ${count > 1 ? 'livrés' : 'livré'}`,
      pending: (count: number) => `${count} en route`,
      failed: (count: number) => `${count} en échec, à réessayer`,
      abandoned: (count: number) => `${count} ${count > 1 ? 'abandonnés' : 'abandonné'}`,
    } satisfies Readonly<Record<DeliveryStatus, (count: number) => string>>,
    attempt: (number: number, most: number) => `essai ${number} sur ${most}`,
    sending: (attempt: string) => `Webhook en cours d’envoi, ${attempt}`,
    delivered: (status: string, attempt: string) => `Webhook livré${status}, ${attempt}`,
    missed: (status: string, attempt: string) => `Webhook non reçu${status}, ${attempt}`,
    abandoned: 'Envoi du webhook abandonné',
    first: 'Webhook à envoyer',
    next: 'Prochain essai du webhook',
  },
  /** Why a delivery failed, by its code. */
  deliveryErrors: {
    address_refused: 'adresse refusée (privée ou réservée)',
    dns_failed: 'nom d’hôte introuvable',
    connection_failed: 'connexion impossible',
    tls_invalid: 'certificat TLS non valable',
    connection_closed: 'connexion coupée avant la réponse',
    response_invalid: 'réponse illisible',
    timeout: 'pas de réponse en 10 secondes',
    redirect: 'redirection, que nous ne suivons pas',
    http_status: 'réponse autre que 2xx',
    worker_lost: 'envoi interrompu de notre côté',
    endpoint_disabled: 'webhook désactivé',
    endpoint_deleted: 'webhook supprimé',
  },
  terms: {
    collections: 'Encaissements',
    payouts: 'Retraits',
    exchangeFee: 'Frais de change',
    exchangeMargin: 'Marge de change',
    percent: (number: string) => `${number}\u00A0%`,
    paidBy: {
      customer: (fee: string) => `${fee}, payés par le client`,
      merchant: (fee: string) => `${fee}, payés par le marchand`,
    },
    free: 'Sans frais',
    onTop: (fee: string) => `${fee}, en plus du montant`,
    since: (time: ComponentChildren) => <>En vigueur depuis le {time}</>,
    earlier: 'Conditions précédentes',
    earlierOnes: {
      at: (time: ComponentChildren, terms: string) => (
        <>
          {time}
          {'\u00A0'}: {terms}
        </>
      ),
      collections: (fee: string) => `encaissements ${fee}`,
      payouts: (fee: string) => `retraits ${fee}`,
      exchange: (fee: string, margin: string) => `change ${fee} + ${margin}`,
      delay: (hours: number) => `délai ${hours}\u00A0h`,
    },
  },
}

const english: typeof french = {
  amounts: {
    rate: 'Exchange rate',
    converted: 'Converted price',
    exchangeFee: {
      customer: 'Exchange fee, paid by the customer',
      merchant: 'Exchange fee, paid by the merchant',
    },
    exchangeMargin: {
      customer: 'Exchange margin, paid by the customer',
      merchant: 'Exchange margin, paid by the merchant',
    },
  },
  happenings: {
    created: 'Request created',
    sent: (operator) => `Request sent to ${operator}`,
    onItsWay: (operator) => `Request on its way to ${operator}`,
    awaited: (operator) => `Waiting for ${operator} to answer`,
    payerApproves: (time) => <>The payer has to approve the request. It expires {time}.</>,
    held: 'Funds held for review',
    released: 'Funds released',
    debitedLate: 'The operator debited the payer after the payment had already ended',
    debitedLateText: 'Our team is handling this. The status stays the same.',
  },
  ends: {
    collection: {
      succeeded: 'Payment succeeded',
      failed: 'Payment failed',
      expired: 'Payment expired',
      cancelled: 'Payment cancelled',
    },
    payout: {
      succeeded: 'Payout succeeded',
      failed: 'Payout failed',
      expired: 'Payout expired',
      cancelled: 'Payout cancelled',
    },
  },
  deliveries: {
    title: (counts) => `Webhooks: ${counts}`,
    counts: {
      delivered: (count) => `${count} delivered`,
      pending: (count) => `${count} on the way`,
      failed: (count) => `${count} failed, to be retried`,
      abandoned: (count) => `${count} abandoned`,
    },
    attempt: (number, most) => `attempt ${number} of ${most}`,
    sending: (attempt) => `Webhook being sent, ${attempt}`,
    delivered: (status, attempt) => `Webhook delivered${status}, ${attempt}`,
    missed: (status, attempt) => `Webhook not received${status}, ${attempt}`,
    abandoned: 'Webhook abandoned',
    first: 'Webhook to be sent',
    next: 'Next attempt to send the webhook',
  },
  deliveryErrors: {
    address_refused: 'address rejected (private or reserved)',
    dns_failed: 'host name not found',
    connection_failed: 'could not connect',
    tls_invalid: 'invalid TLS certificate',
    connection_closed: 'connection closed before a response',
    response_invalid: 'unreadable response',
    timeout: 'no response within 10 seconds',
    redirect: 'redirect, which we do not follow',
    http_status: 'response other than 2xx',
    worker_lost: 'interrupted on our side',
    endpoint_disabled: 'webhook disabled',
    endpoint_deleted: 'webhook deleted',
  },
  terms: {
    collections: 'Payments',
    payouts: 'Payouts',
    exchangeFee: 'Exchange fee',
    exchangeMargin: 'Exchange margin',
    percent: (number) => `${number}%`,
    paidBy: {
      customer: (fee) => `${fee}, paid by the customer`,
      merchant: (fee) => `${fee}, paid by the merchant`,
    },
    free: 'No fee',
    onTop: (fee) => `${fee}, on top of the amount`,
    since: (time) => <>In effect since {time}</>,
    earlier: 'Previous terms',
    earlierOnes: {
      at: (time, terms) => (
        <>
          {time}: {terms}
        </>
      ),
      collections: (fee) => `payments ${fee}`,
      payouts: (fee) => `payouts ${fee}`,
      exchange: (fee, margin) => `exchange ${fee} + ${margin}`,
      delay: (hours) => `delay ${hours}\u00A0h`,
    },
  },
}

export const transactionWords: Readonly<Record<Language, typeof french>> = {
  fr: french,
  en: english,
}

export const useTransactionWords = inPageLanguage(transactionWords)
