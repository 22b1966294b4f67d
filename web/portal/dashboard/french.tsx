import type { ComponentChildren } from 'preact'
import { countedText, countText } from '#domain/text/text.ts'
import type { PeriodName, RangeFault } from '#domain/dashboard/period.ts'

interface PeriodWords {
  /** On its chip. */
  readonly label: string
  readonly title: string
  /** What it is compared with, as the end of a sentence: `de plus qu’hier`, `more than yesterday`. */
  readonly than: string
}

interface FaultWords {
  readonly title: string
  readonly remedy: string
}

/** What the first page says, in French. */
export const french = {
  title: 'Accueil',
  latest: 'Derniers paiements',
  all: 'Tous les paiements',
  newPayout: 'Nouveau retrait',
  period: {
    title: 'Période',
    others: 'Autres dates',
    from: 'Du',
    to: 'Au',
    show: 'Afficher',
    day: (day: string) => `Le ${day}`,
    days: (from: string, to: string) => `Du ${from} au ${to}`,
    thanDayBefore: 'que la veille',
    thanDaysBefore: (days: number) => `que les ${days}\u00A0jours d’avant`,
  },
  periods: {
    today: { label: 'Aujourd’hui', title: 'Encaissé aujourd’hui', than: 'qu’hier' },
    yesterday: { label: 'Hier', title: 'Encaissé hier', than: 'qu’avant-hier' },
    week: {
      label: '7\u00A0jours',
      title: 'Encaissé en 7\u00A0jours',
      than: 'que les 7\u00A0jours d’avant',
    },
    thirty: {
      label: '30\u00A0jours',
      title: 'Encaissé en 30\u00A0jours',
      than: 'que les 30\u00A0jours d’avant',
    },
    month: {
      label: 'Ce mois',
      title: 'Encaissé ce mois',
      than: 'que le mois dernier, le même jour',
    },
    last_month: {
      label: 'Mois dernier',
      title: 'Encaissé le mois dernier',
      than: 'que le mois d’avant',
    },
  } satisfies Record<PeriodName, PeriodWords>,
  rangeFaults: {
    no_day: {
      title: 'Cette date n’existe pas',
      remedy: 'Écrivez le jour, le mois et l’année, par exemple 03/03/2026.',
    },
    reversed: {
      title: 'Les dates sont à l’envers',
      remedy: 'La première date doit venir avant la seconde.',
    },
    not_yet: {
      title: 'Ces jours ne sont pas encore là',
      remedy: 'Choisissez des dates jusqu’à aujourd’hui.',
    },
    too_long: {
      title: 'C’est trop long pour un seul écran',
      remedy: 'Choisissez un an au plus. Pour plus, exportez vos paiements année par année.',
    },
  } satisfies Record<RangeFault, FaultWords>,
  summary: {
    until: (title: string, clock: string) => `${title}, à ${clock}`,
    sameHour: (than: string) => `${than} à la même heure`,
    nothing: 'Rien pour l’instant, et rien avant non plus',
    nothingThen: 'Rien, et rien avant non plus',
    same: (than: string) => `Autant ${than}`,
    more: (amount: string, than: string) => `${amount} de plus ${than}`,
    less: (amount: string, than: string) => `${amount} de moins ${than}`,
    percent: (number: string) => `${number}\u00A0%`,
    paid: (count: number) => countedText(count, ['paiement réussi', 'paiements réussis']),
    paidBefore: (paid: string, before: number) => `${paid} (avant\u00A0: ${countText(before)})`,
    rate: (percent: string) => `${percent} de réussite`,
    average: (amount: string) => `${amount} en moyenne`,
    net: 'net de frais',
    whole: 'avant remboursements et reprises',
  },
  charts: {
    byHour: 'Encaissé par heure\u00A0; en clair, la veille',
    byDay: 'Encaissé par jour\u00A0; en clair, les mêmes jours avant',
    byWeek: 'Encaissé par semaine\u00A0; en clair, les mêmes jours avant',
    hours: 'Heures de la journée, sur toute la période',
    dayBefore: 'la veille',
    weekAgo: (amount: string) => `Il y a 7\u00A0jours, même heure\u00A0: ${amount}`,
    weekBefore: (amount: string) => `7\u00A0jours avant\u00A0: ${amount}`,
    week: (day: string) => `7\u00A0jours dès le ${day}`,
    hour: (hour: number) => `${hour}\u00A0h`,
    hourTo: (from: string, to: string) => `${from} à ${to}`,
  },
  shares: {
    operator: 'Par opérateur',
    channel: 'Par canal',
    place: 'Par point de vente',
    terminal: 'Par terminal',
    paymentLink: 'Par lien de paiement',
    failures: 'Pourquoi des paiements échouent',
    aTerminal: 'Terminal',
    aLink: 'Lien',
  },
  balance: {
    available: 'Solde disponible',
    pending: (amount: string) => `${amount} en attente`,
    toConfirm: (amount: string) => `${amount} à confirmer`,
    /** In test mode, where it is part of what is available. */
    withinToConfirm: (amount: string) => `dont ${amount} à confirmer`,
    held: (amount: string) => `${amount} en cours de vérification`,
  },
  closed: {
    title: 'Le mode réel n’est pas encore ouvert',
    text: 'Aucun paiement réel ne passe d’ici là\u00A0: essayez tout en mode test.',
    where: 'Demander l’ouverture, ou voir où elle en est',
  },
  first: {
    live: 'Votre premier paiement',
    liveText:
      'Un montant, le numéro de votre client\u00A0: il valide sur son téléphone, et le paiement apparaît ici.',
    test: 'Votre premier test',
    testText: 'Encaissez un premier paiement pour essayer\u00A0: aucun argent réel ne circule.',
    collect: 'Encaisser',
    site: (documentation: ComponentChildren) => (
      <>
        Vous encaissez depuis votre site{'\u00A0'}? {documentation}
      </>
    ),
    documentation: 'Lisez la documentation',
    numbers: (numbers: ComponentChildren) => <>, avec ses {numbers}</>,
    testNumbers: 'numéros de test',
  },
  waiting: {
    title: 'Nos équipes s’en occupent',
    transfers: (count: number) =>
      count === 1 ? '1 virement à faire' : `${count} virements à faire`,
    refunds: (count: number) =>
      count === 1 ? '1 remboursement à approuver' : `${count} remboursements à approuver`,
    accounts: (count: number) =>
      count === 1 ? '1 compte à vérifier' : `${count} comptes à vérifier`,
  },
  steps: {
    title: 'Vos premiers pas',
    count: (done: number, all: number) => `${done} sur ${all}`,
    done: 'Fait',
    doneAlready: 'Déjà fait',
    putAway: 'Ranger cette liste',
    isPutAway: 'La liste est rangée. Tout ce qu’elle montrait reste dans le menu.',
    toLive: 'Passer en mode réel',
    toTest: 'Passer en mode test',
    logo: { title: 'Votre logo', way: 'Choisir une image' },
    paymentLink: { title: 'Votre premier lien de paiement', way: 'Créer un lien' },
    testPayment: { title: 'Un premier paiement de test', way: 'Encaisser pour essayer' },
    payoutAccount: { title: 'Le compte qui reçoit vos retraits', way: 'Ajouter un compte' },
    liveMode: { title: 'Le mode réel', way: 'Demander son ouverture, ou voir où elle en est' },
    livePayment: { title: 'Un premier paiement réel', way: 'Encaisser' },
  },
}

export type DashboardWords = typeof french
