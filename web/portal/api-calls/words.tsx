import type { ComponentChildren } from 'preact'
import type { Language } from '#domain/text/language.ts'
import { inPageLanguage } from '#web/design/scope.ts'

/** What the API logs say, in French. */
const french = {
  title: 'Journaux API',
  intro: (field: ComponentChildren, header: ComponentChildren) => (
    <>
      Les appels de vos clés, sans leur contenu. L’identifiant d’un appel est dans sa réponse, sous{' '}
      {field}, et dans l’en-tête {header}.
    </>
  ),
  filters: {
    id: 'Identifiant d’appel',
    result: 'Résultat',
    results: { reussi: 'Réussi', refuse: 'Refusé (4xx)', panne: 'Panne (5xx)' },
    everyResult: 'Tous',
    route: 'Route',
    everyRoute: 'Toutes',
    key: 'Clé',
    everyKey: 'Toutes',
    day: 'Jour',
  },
  list: {
    caption: 'Appels, les plus récents d’abord',
    call: 'Appel',
    when: 'Quand',
    answer: 'Réponse',
    key: 'Clé',
    duration: 'Durée',
    noMatch: 'Aucun appel ne correspond',
    noMatchText: 'Les appels sont gardés 30 jours, chacun dans son service et son mode.',
    seeLatest: 'Voir les derniers appels',
    none: (days: string) => `Aucun appel depuis ${days} jours`,
    noneText: 'Appelez l’API avec l’une de vos clés\u00A0: l’appel apparaît ici dans la seconde.',
    readDocumentation: 'Lire la documentation',
  },
  one: {
    title: 'Appel de l’API',
    hungUp: 'L’appelant a raccroché avant la réponse',
    hungUpText:
      'Accordez 30 secondes à chaque appel. Une demande de paiement coupée se renvoie avec la même clé d’idempotence\u00A0: rien n’est demandé deux fois.',
    copyId: 'Copier l’identifiant',
    replays: 'Même réponse, redonnée',
    id: 'Identifiant',
    replayed: 'Réponse redonnée',
    replayedOf: 'Celle d’un appel d’avant',
    transaction: 'Paiement',
    seeTransaction: 'Voir le paiement',
  },
}

export type ApiCallWords = typeof french

const english: ApiCallWords = {
  title: 'API logs',
  intro: (field: ComponentChildren, header: ComponentChildren) => (
    <>
      Calls made with your keys, without their content. The ID of a call is in its response, under{' '}
      {field}, and in the {header} header.
    </>
  ),
  filters: {
    id: 'Request ID',
    result: 'Result',
    results: { reussi: 'Succeeded', refuse: 'Rejected (4xx)', panne: 'Server error (5xx)' },
    everyResult: 'All',
    route: 'Route',
    everyRoute: 'All',
    key: 'Key',
    everyKey: 'All',
    day: 'Day',
  },
  list: {
    caption: 'Calls, newest first',
    call: 'Call',
    when: 'When',
    answer: 'Response',
    key: 'Key',
    duration: 'Duration',
    noMatch: 'No matching calls',
    noMatchText: 'Calls are kept for 30 days, each in its own service and mode.',
    seeLatest: 'View the latest calls',
    none: (days: string) => `No calls in the last ${days} days`,
    noneText: 'Call the API with one of your keys: the call appears here within a second.',
    readDocumentation: 'Read the documentation',
  },
  one: {
    title: 'API call',
    hungUp: 'The caller disconnected before the response',
    hungUpText:
      'Allow 30 seconds for each call. A payment request that was cut off can be sent again with the same idempotency key: nothing is requested twice.',
    copyId: 'Copy ID',
    replays: 'Same response, repeated',
    id: 'ID',
    replayed: 'Repeated response',
    replayedOf: 'From an earlier call',
    transaction: 'Payment',
    seeTransaction: 'View payment',
  },
}

export const apiCallWords: Readonly<Record<Language, ApiCallWords>> = { fr: french, en: english }

export const useApiCallWords = inPageLanguage(apiCallWords)
