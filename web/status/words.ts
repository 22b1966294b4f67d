import type { PublicStanding } from '#domain/figures/state.ts'
import type { Language } from '#domain/text/language.ts'

/** The service's own parts. */
export type PartName = 'collections' | 'payouts' | 'webhooks'

interface Words {
  readonly title: string
  readonly foot: string
  readonly parts: Readonly<Record<PartName, string>>
  readonly standings: Readonly<Record<PublicStanding, string>>
  /** The state of the whole: a title, and what it means for the reader. */
  readonly whole: Readonly<Record<'up' | 'disturbed' | 'unknown', readonly [string, string]>>
}

/** The page's texts, in each language. */
export const wordsOf: Readonly<Record<Language, Words>> = {
  fr: {
    title: 'État du service',
    foot: 'Lu il y a quinze secondes au plus. Rechargez la page pour l’état du moment.',
    parts: { collections: 'Encaissements', payouts: 'Retraits', webhooks: 'Webhooks' },
    standings: {
      up: 'Normal',
      disturbed: 'Perturbé',
      closed: 'Fermé',
      unknown: 'Inconnu',
    },
    whole: {
      up: ['Tout fonctionne', 'Les paiements passent normalement.'],
      disturbed: [
        'Le service est perturbé',
        'Nos équipes s’en occupent. Un paiement déjà demandé n’est pas perdu\u00A0: ne payez pas deux fois.',
      ],
      unknown: [
        'État inconnu',
        'Nos livres ne répondent pas en ce moment. Un paiement déjà accepté n’est pas perdu\u00A0: réessayez dans quelques minutes.',
      ],
    },
  },
  en: {
    title: 'Service status',
    foot: 'Read fifteen seconds ago at most. Reload the page for how it is now.',
    parts: { collections: 'Collections', payouts: 'Payouts', webhooks: 'Webhooks' },
    standings: { up: 'Normal', disturbed: 'Disrupted', closed: 'Closed', unknown: 'Unknown' },
    whole: {
      up: ['Everything works', 'Payments go through as usual.'],
      disturbed: [
        'The service is disturbed',
        'We are working on it. A payment that was asked for is not lost: do not pay twice.',
      ],
      unknown: [
        'Unknown',
        'Our books do not answer right now. A payment that was accepted is not lost: try again in a few minutes.',
      ],
    },
  },
}
