import type { Language } from '#domain/text/language.ts'
import { inPageLanguage } from '#web/design/scope.ts'

/** What the activity log says, in French. */
const french = {
  title: 'Journal d’activité',
  intro:
    'Ce que fait votre équipe, dans tous vos services, en réel et en test. Rien ne s’y efface.',
  caption: 'Actions, les plus récentes d’abord',
  none: 'Rien à cette période',
  noneText: 'Aucune action ne correspond.',
  seeAll: 'Voir tout le journal',
  filters: {
    who: 'Qui',
    everybody: 'Tout le monde',
    kind: 'Type',
    everyKind: 'Tous',
    from: 'Du',
    to: 'Au',
  },
  columns: {
    act: 'Action',
    who: 'Qui',
    when: 'Quand',
    service: 'Service',
    request: 'Requête',
    result: 'Résultat',
  },
  file: {
    name: 'journal-activite',
    date: 'Date',
    code: 'Code',
    detail: 'Détail',
    reason: 'Motif',
    explanation: 'Explication',
  },
  details: {
    passkey: 'clé d’accès',
    newDevice: 'nouvel appareil',
    currency: (code: string) => `devise\u00A0: ${code}`,
    name: (name: string) => `nom\u00A0: ${name}`,
    feesByTariff: 'frais selon le tarif',
    feesByYou: 'frais payés par vous',
    feesByCustomer: 'frais payés par le client',
  },
  outcomes: {
    done: 'Réussi',
    unknown: 'Sans suite connue',
    refused: 'Refusé',
    failed: 'Échec',
    failedText: 'Un incident de notre côté l’a interrompu.',
  },
  places: {
    live: (service: string) => `${service}, réel`,
    sandbox: (service: string) => `${service}, test`,
  },
}

export type ActivityWords = typeof french

const english: ActivityWords = {
  title: 'Activity log',
  intro: 'What your team does, in all your services, live and test. Nothing is ever erased.',
  caption: 'Actions, newest first',
  none: 'Nothing in this period',
  noneText: 'No matching actions.',
  seeAll: 'View the whole log',
  filters: {
    who: 'Who',
    everybody: 'Everyone',
    kind: 'Type',
    everyKind: 'All',
    from: 'From',
    to: 'To',
  },
  columns: {
    act: 'Action',
    who: 'Who',
    when: 'When',
    service: 'Service',
    request: 'Request',
    result: 'Result',
  },
  file: {
    name: 'activity-log',
    date: 'Date',
    code: 'Code',
    detail: 'Details',
    reason: 'Reason',
    explanation: 'Explanation',
  },
  details: {
    passkey: 'passkey',
    newDevice: 'new device',
    currency: (code: string) => `currency: ${code}`,
    name: (name: string) => `name: ${name}`,
    feesByTariff: 'fees as agreed in your terms',
    feesByYou: 'fees paid by you',
    feesByCustomer: 'fees paid by the customer',
  },
  outcomes: {
    done: 'Done',
    unknown: 'Outcome unknown',
    refused: 'Rejected',
    failed: 'Failed',
    failedText: 'A problem on our side interrupted it.',
  },
  places: {
    live: (service: string) => `${service}, live mode`,
    sandbox: (service: string) => `${service}, test mode`,
  },
}

export const activityWords: Readonly<Record<Language, ActivityWords>> = {
  fr: french,
  en: english,
}

export const useActivityWords = inPageLanguage(activityWords)
