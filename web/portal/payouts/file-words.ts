import { operators } from '#domain/operators/operators.ts'
import {
  payoutFileLinesMax,
  type PausingCode,
  type PayoutFileState,
  repeatDays,
} from '#domain/payouts/file.ts'
import type { PayoutColumn } from '#domain/payouts/file-columns.ts'
import type { PayoutLineFault, PayoutLineFaultCode } from '#domain/payouts/file-line.ts'
import type { PayoutFileFault } from '#use-cases/payouts/read-file.ts'
import type { Tone } from '#web/design/tone.ts'

/** A file's state in a word. */
export const fileStates = {
  checked: ['still', 'À envoyer'],
  awaiting_approval: ['wait', 'À valider'],
  running: ['wait', 'En cours'],
  paused: ['wait', 'En pause'],
  done: ['ok', 'Terminé'],
  cancelled: ['still', 'Arrêté'],
} as const satisfies Readonly<Record<PayoutFileState, readonly [Tone, string]>>

/** What must be fixed before a file that paused by itself continues. */
export const pauseReasons: Readonly<Record<PausingCode, string>> = {
  insufficient_balance:
    'Votre solde disponible ne suffit plus pour la ligne suivante. Les lignes déjà parties ne changent pas\u00A0: reprenez quand le solde suffit.',
  payouts_temporarily_unavailable:
    'Les retraits de votre service sont suspendus. Reprenez quand ils sont rouverts.',
  provider_unavailable:
    'L’opérateur de la ligne suivante est indisponible. Reprenez dans quelques minutes.',
}

/** Explanation of a file's columns. */
export const columnNotes: readonly (readonly [PayoutColumn, string])[] = [
  ['numero', 'Le numéro Mobile Money, parmi vos comptes autorisés\u00A0: 01 97 00 00 00 ou +229…'],
  ['montant', 'Ce que la personne reçoit, en F CFA, sans centimes\u00A0: 12500 ou 12 500'],
  ['nom', 'Facultatif. S’il y est, il doit être celui du compte autorisé'],
  ['operateur', `Facultatif\u00A0: ${networkNames()}. S’il y est, le numéro doit être chez lui`],
  [
    'reference',
    'Facultative, une seule fois chacune. Elle permet de payer deux fois la même somme',
  ],
  ['libelle', 'Facultatif\u00A0: ce que vous lirez dans vos comptes'],
]

function networkNames(): string {
  const mobile = operators.filter(({ type }) => type === 'mobile_money')
  return mobile.map(({ name }) => name.split(' ')[0] ?? name).join(' ou ')
}

const grouped = (count: number): string => count.toLocaleString('fr-FR')

/** The number of lines, in words. */
export function lineCount(count: number): string {
  return `${count.toLocaleString('fr-FR')}\u00A0${count > 1 ? 'lignes' : 'ligne'}`
}

/** Why the file as a whole cannot be read. */
export function wholeSentence(fault: PayoutFileFault): string {
  switch (fault.code) {
    case 'empty':
      return 'Ce fichier est vide. Choisissez un fichier CSV avec une ligne de titres.'
    case 'no_text':
      return 'Ce fichier n’est pas un CSV. Dans Excel\u00A0: Fichier, Enregistrer sous, «\u00A0CSV (séparateur point-virgule)\u00A0».'
    case 'no_lines':
      return 'Ce fichier n’a que des titres\u00A0: ajoutez une ligne par personne à payer.'
    case 'too_many_lines':
      return `Ce fichier a plus de ${grouped(payoutFileLinesMax)} lignes. Envoyez-le en plusieurs fois.`
    case 'column_missing':
      return `Il manque la colonne «\u00A0${fault.column}\u00A0» dans la première ligne. Partez du modèle.`
    case 'column_twice':
      return `La colonne «\u00A0${fault.column}\u00A0» est là deux fois. Gardez-en une seule.`
  }
}

const sentences: Readonly<Record<PayoutLineFaultCode, (what: string) => string>> = {
  phone_missing: () => 'Il manque le numéro.',
  phone_rounded: () =>
    'Le tableur a arrondi ce numéro. Mettez la colonne au format Texte, puis écrivez-le de nouveau.',
  phone_wrong: () =>
    'Ce numéro ne se lit pas. Écrivez-le avec ses dix chiffres\u00A0: 01 97 00 00 00.',
  phone_unknown: () => 'Ce numéro n’est pas parmi vos comptes autorisés. Ajoutez-le d’abord.',
  phone_pending: () => 'Ce compte autorisé attend encore d’être vérifié par nos équipes.',
  operator_wrong: () =>
    `Cet opérateur n’existe pas ici. Écrivez ${networkNames()}, ou laissez vide.`,
  operator_other: (what) => `Ce numéro n’est pas chez ${what}.`,
  operator_none: () => 'Aucun de nos opérateurs ne sert ce numéro.',
  operator_closed: () => 'L’opérateur de ce numéro est indisponible pour le moment.',
  amount_missing: () => 'Il manque le montant.',
  amount_decimals: () => 'Écrivez le montant sans virgule ni centimes\u00A0: 12500.',
  amount_wrong: () => 'Ce montant ne se lit pas. Écrivez-le en chiffres\u00A0: 12500.',
  amount_not_positive: () => 'Le montant doit être plus grand que zéro.',
  amount_small: (what) =>
    `Ce montant est trop petit\u00A0: le minimum est de ${grouped(Number(what))} F CFA.`,
  amount_large: (what) =>
    `Ce montant est trop grand\u00A0: le maximum est de ${grouped(Number(what))} F CFA.`,
  name_other: (what) => `Ce numéro est au nom de ${what} dans vos comptes autorisés.`,
  reference_wrong: () =>
    'La référence a 64 signes au plus\u00A0: lettres sans accent, chiffres et _ . : / -',
  reference_twice: (what) => `Cette référence est déjà celle de la ligne ${what}.`,
  reference_used: () => 'Cette référence a déjà servi pour un autre paiement.',
  description_long: () => 'Le libellé a 255 signes au plus.',
  line_twice: (what) =>
    `Même numéro et même montant que la ligne ${what}. Pour payer deux fois, donnez une référence à chacune.`,
  line_repeated: (what) =>
    `Déjà envoyé il y a moins de ${repeatDays}\u00A0jours, ligne ${what}. Pour payer de nouveau, donnez une référence.`,
  cells_too_many: () => 'Cette ligne a beaucoup trop de colonnes.',
  unreadable: () => 'Un guillemet n’est pas fermé\u00A0: la suite du fichier ne se lit pas.',
}

/** What is wrong with a line, and what to do. */
export function faultSentence({ code, what = '' }: PayoutLineFault): string {
  return sentences[code](what)
}
