import type { PausingReason, StandingOrderState } from '#domain/standing-orders/order.ts'
import type { Language } from '#domain/text/language.ts'
import type { StandingOrderDay } from '#use-cases/standing-orders/find.ts'
import { inPageLanguage } from '#web/design/scope.ts'

/** What the pages of standing orders say. */
const french = {
  list: {
    title: 'Retraits programmés',
    all: 'Tous les retraits programmés',
    add: 'Programmer un retrait',
    none: 'Aucun retrait programmé pour l’instant',
    noneText: 'Loyer, fournisseur, ou tout le solde chaque soir\u00A0: l’argent part de lui-même.',
    order: 'Retrait',
    to: 'Pour',
    when: 'Quand',
    next: 'Prochain',
    state: 'État',
    amount: 'Montant',
    everything: 'Tout',
  },
  states: {
    awaiting_approval: 'À approuver',
    active: 'Actif',
    paused: 'En pause',
    ended: 'Terminé',
  } satisfies Readonly<Record<StandingOrderState, string>>,
  /** Why the service paused it, and what to do. */
  pauseReasons: {
    maker_gone:
      'La personne au nom de qui ce retrait partait n’a plus le droit d’en demander. Reprenez-le\u00A0: il partira en votre nom.',
    account_gone:
      'Le compte n’est plus autorisé. Choisissez un autre compte, puis reprenez le retrait.',
  } satisfies Readonly<Record<PausingReason, string>>,
  /** The state of a due day; the payout's own status says more once it was sent. */
  dayStates: {
    due: 'En attente',
    sent: 'Envoyé',
    refused: 'Refusé',
    skipped: 'Rien à envoyer',
  } satisfies Readonly<Record<StandingOrderDay['state'], string>>,
  terms: {
    to: 'Pour',
    account: 'Compte',
    when: 'Quand',
    next: 'Prochain',
    monthMost: 'Par mois, au plus',
    unbounded: 'Sans plafond',
    maker: 'Au nom de',
    approver: 'Approuvé par',
    since: 'Depuis',
    ended: 'Terminé',
  },
  acts: {
    change: 'Modifier',
    askEnd: 'Terminer',
    endText: 'Plus rien ne partira par ce retrait programmé. Ce qui est déjà parti suit son cours.',
    approval: 'Approbation',
    ownApproval:
      'Ce retrait part en votre nom\u00A0: une autre personne de votre équipe, propriétaire ou administratrice, doit l’approuver ici.',
    approvalFor: (maker: string) =>
      `Au nom de ${maker}. Relisez le compte, le montant et le jour\u00A0: il partira ensuite de lui-même.`,
  },
  buttons: {
    approve: 'Approuver',
    pause: 'Mettre en pause',
    resume: 'Reprendre',
    end: 'Terminer pour de bon',
  },
  done: {
    made: 'Retrait programmé.',
    changed: 'Retrait programmé modifié.',
    approve: 'Approuvé\u00A0: il part désormais de lui-même.',
    pause: 'En pause\u00A0: plus rien ne part.',
    resume: 'Le retrait programmé reprend.',
    end: 'Terminé\u00A0: plus rien ne partira par lui.',
  },
  history: {
    title: 'Historique',
    caption: 'Jours de ce retrait, les plus récents d’abord',
    none: 'Rien n’est encore parti',
    noneText: 'Chaque jour payé ou refusé apparaîtra ici.',
    day: 'Jour',
    to: 'Pour',
    state: 'État',
    why: 'Pourquoi',
    amount: 'Montant',
  },
  form: {
    newTitle: 'Programmer un retrait',
    changeTitle: 'Modifier le retrait programmé',
    make: 'Programmer',
    change: 'Modifier',
    noAccount: 'Aucun compte autorisé',
    noAccountText:
      'L’argent ne part que vers un compte que vous avez autorisé, et que nos équipes ont vérifié.',
    accounts: 'Comptes autorisés',
    name: 'Nom',
    nameHint: 'Il figure sur chaque retrait, dans vos comptes.',
    nameExample: 'Loyer de la boutique',
    when: 'Quand\u00A0?',
    hour: 'À quelle heure\u00A0?',
    hourOf: (hour: string) => `${hour}\u00A0h, heure de Cotonou`,
    howMuch: 'Combien\u00A0?',
    fixed: 'Un montant fixe',
    fixedNote: 'Le même chaque fois',
    everything: 'Tout le disponible',
    everythingNote: 'Ce qui est sur le solde à cette heure-là',
    amount: 'Montant fixe',
    floor: 'Si tout part\u00A0: à laisser sur le solde',
    most: 'Si tout part\u00A0: au plus, chaque fois',
  },
  rules: {
    title: 'Bon à savoir',
    asUsual:
      'Chaque retrait part comme si vous le demandiez vous-même, avec les mêmes frais. Si le solde ne suffit pas, rien ne part ce jour-là et vous le lisez ici.',
    secondPerson:
      'Au-delà de ce qu’une seule personne peut programmer par mois, ou si tout part sans plafond, une seconde personne de votre équipe doit approuver.',
    change: 'Une modification s’approuve de nouveau, et part en votre nom.',
  },
  faults: {
    account: 'Choisissez un compte autorisé.',
    name: (most: string) => `Donnez un nom de ${most} caractères au plus.`,
    timetable: 'Choisissez le jour et l’heure.',
    amount: 'Écrivez un montant en F CFA, en chiffres et sans centimes.',
  },
  timetable: {
    daily: 'Chaque jour',
    weekly: (weekday: string) => `Chaque ${weekday}`,
    monthly: (day: string) => `Chaque mois, le ${day === '1' ? '1er' : day}`,
    monthlyOrLast: (day: string) => `Chaque mois, le ${day} ou le dernier jour`,
    at: (rhythm: string, hour: string) => `${rhythm}, à ${hour}\u00A0h`,
    weekdays: ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'],
  },
  amount: {
    everything: 'Tout le disponible',
    except: (floor: string) => `sauf ${floor}`,
    atMost: (most: string) => `${most} au plus`,
  },
}

const english: typeof french = {
  list: {
    title: 'Standing orders',
    all: 'All standing orders',
    add: 'New standing order',
    none: 'No standing orders yet',
    noneText:
      'Rent, a supplier, or your whole balance every evening: the money is sent automatically.',
    order: 'Standing order',
    to: 'To',
    when: 'When',
    next: 'Next',
    state: 'Status',
    amount: 'Amount',
    everything: 'Everything',
  },
  states: {
    awaiting_approval: 'Awaiting approval',
    active: 'Active',
    paused: 'Paused',
    ended: 'Ended',
  },
  pauseReasons: {
    maker_gone:
      'The person in whose name it was paid can no longer request payouts. Resume it, and it will be paid in your name.',
    account_gone: 'The account is no longer authorized. Choose another account, then resume.',
  },
  dayStates: {
    due: 'Pending',
    sent: 'Sent',
    refused: 'Rejected',
    skipped: 'Nothing to send',
  },
  terms: {
    to: 'To',
    account: 'Account',
    when: 'When',
    next: 'Next payout',
    monthMost: 'Monthly maximum',
    unbounded: 'No limit',
    maker: 'In the name of',
    approver: 'Approved by',
    since: 'Created',
    ended: 'Ended',
  },
  acts: {
    change: 'Edit',
    askEnd: 'End',
    endText:
      'This standing order will send nothing more. Payouts already sent will still go through.',
    approval: 'Approval',
    ownApproval:
      'This standing order is in your name: another person on your team, the owner or an administrator, must approve it here.',
    approvalFor: (maker) =>
      `In the name of ${maker}. Check the account, the amount and the day: once approved, it is paid automatically.`,
  },
  buttons: {
    approve: 'Approve',
    pause: 'Pause',
    resume: 'Resume',
    end: 'End for good',
  },
  done: {
    made: 'Standing order created.',
    changed: 'Standing order changed.',
    approve: 'Approved: from now on it is paid automatically.',
    pause: 'Paused: nothing more will be sent.',
    resume: 'The standing order has resumed.',
    end: 'Ended: it will send nothing more.',
  },
  history: {
    title: 'History',
    caption: 'Days of this standing order, newest first',
    none: 'Nothing sent yet',
    noneText: 'Every payout sent or rejected will be listed here, day by day.',
    day: 'Day',
    to: 'To',
    state: 'Status',
    why: 'Why',
    amount: 'Amount',
  },
  form: {
    newTitle: 'New standing order',
    changeTitle: 'Edit standing order',
    make: 'Create standing order',
    change: 'Save changes',
    noAccount: 'No authorized account',
    noAccountText:
      'Money only goes to an account that you have authorized and that our team has checked.',
    accounts: 'Authorized accounts',
    name: 'Name',
    nameHint: 'It is shown on each payout, in your records.',
    nameExample: 'Shop rent',
    when: 'How often?',
    hour: 'At what time?',
    hourOf: (hour) => `${clock(hour)}, Cotonou time`,
    howMuch: 'How much?',
    fixed: 'A fixed amount',
    fixedNote: 'The same each time',
    everything: 'Everything available',
    everythingNote: 'Whatever is available at that time',
    amount: 'Fixed amount',
    floor: 'If everything is sent: amount to keep in your balance',
    most: 'If everything is sent: maximum each time',
  },
  rules: {
    title: 'Good to know',
    asUsual:
      'Each payout is made as if you requested it yourself, with the same fees. If the balance is too low, nothing is sent that day, and this page will say so.',
    secondPerson:
      'Above what one person alone may schedule per month, or if everything is sent without a limit, a second person on your team must approve.',
    change: 'Any change must be approved again, and payouts are then made in your name.',
  },
  faults: {
    account: 'Choose an authorized account.',
    name: (most) => `Enter a name of at most ${most} characters.`,
    timetable: 'Choose the day and the time.',
    amount: 'Enter an amount in F CFA, in figures and without decimals.',
  },
  timetable: {
    daily: 'Every day',
    weekly: (weekday) => `Every ${weekday}`,
    monthly: (day) => `Every month on the ${ordinal(day)}`,
    monthlyOrLast: (day) => `Every month on the ${ordinal(day)}, or the last day`,
    at: (rhythm, hour) => `${rhythm} at ${clock(hour)}`,
    weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  },
  amount: {
    everything: 'Everything available',
    except: (floor) => `except ${floor}`,
    atMost: (most) => `${most} at most`,
  },
}

/** `08:00`. */
function clock(hour: string): string {
  return `${hour.padStart(2, '0')}:00`
}

/** `1st`, `22nd`, `31st`. */
function ordinal(day: string): string {
  if (/^1\d$/.test(day)) return `${day}th`
  const endings: Readonly<Record<string, string>> = { 1: 'st', 2: 'nd', 3: 'rd' }
  return day + (endings[day.slice(-1)] ?? 'th')
}

export const standingOrderWords: Readonly<Record<Language, typeof french>> = {
  fr: french,
  en: english,
}

export type StandingOrderWords = typeof french

export const useStandingOrderWords = inPageLanguage(standingOrderWords)
