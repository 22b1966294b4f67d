import type { Realm } from '#domain/people/person.ts'
import { passwordCodeMinutes } from '#domain/people/password-rules.ts'
import { signUpCodeHours } from '#domain/sign-ups/sign-up.ts'
import { type PeopleAct, peopleActs } from './people-acts.ts'

/**
 * `invitation`, `reset` and `password` contain a code; `people_act` reports what was done to somebody’s account; a
 * `notification` is in the portal as well. `sign_up` contains a code for somebody without an account, and `account_exists`
 * tells somebody who signed up again that they already have one.
 */
export type MailKind =
  | 'invitation'
  | 'reset'
  | 'password'
  | 'people_act'
  | 'notification'
  | 'sign_up'
  | 'account_exists'

/** How a mail ends: `refused` for good by the mail server, or `late`. */
export type MailEnd = 'sent' | 'refused' | 'late'

/** Further facts of a mail; ids, no names. */
export interface MailDetails {
  readonly act?: PeopleAct
  /** The person who did it, and the person affected. */
  readonly by?: string
  readonly to?: string
  /** The user agent it came from. */
  readonly from?: string
  /** The notification it reports. */
  readonly notification?: string
}

/** What the text of a mail is made from. */
export interface MailFacts {
  readonly kind: MailKind
  readonly realm: Realm
  /** The recipient's name; empty for a sign-up. */
  readonly name: string
  /** The URL of the page where the code is entered; of the log-in, if there is an account. */
  readonly url: string
  readonly code: string | null
  readonly act: PeopleAct | null
  /** Names; null for the platform itself. */
  readonly by: string | null
  readonly to: string | null
  readonly from: string | null
}

/** A mail as people read it. */
export interface MailText {
  readonly subject: string
  readonly text: string
}

/** Makes the text of a mail, in French. */
export function mailText(facts: MailFacts): MailText {
  const { subject, lines } = bodyOf(facts)
  const greeting = facts.name === '' ? 'Bonjour,' : `Bonjour ${facts.name},`
  const text = [greeting, ...lines, foot].join('\n\n')
  return { subject, text: `${text}\n` }
}

const foot =
  'Nous ne vous demanderons jamais votre mot de passe ni ce code, par téléphone ou par message.'

const places: Readonly<Record<Realm, string>> = {
  portal: 'le portail marchand',
  staff: 'l’espace de l’équipe',
}

interface Body {
  readonly subject: string
  readonly lines: readonly string[]
}

function bodyOf(facts: MailFacts): Body {
  const make = bodies[facts.kind] ?? withCode
  return make(facts)
}

const bodies: Partial<Record<MailKind, (facts: MailFacts) => Body>> = {
  people_act: aboutAct,
  password: withPasswordCode,
  sign_up: withSignUpCode,
  account_exists: aboutAccount,
}

function withSignUpCode({ url, code }: MailFacts): Body {
  return {
    subject: 'Votre inscription',
    lines: [
      'Quelqu’un, sans doute vous, veut ouvrir un compte marchand avec cette adresse. Rien n’est créé tant que vous n’avez pas confirmé.',
      `Votre code, valable ${signUpCodeHours} heures et une seule fois\u00A0:\n\n    ${code}`,
      `Ouvrez ${url}, et écrivez votre adresse e-mail, ce code et le mot de passe que vous choisissez.`,
      'Vous n’avez rien demandé\u00A0? N’utilisez pas ce code et ne le donnez à personne\u00A0: aucun compte ne sera créé.',
    ],
  }
}

/** To somebody who signed up although they have an account: only the owner of the address learns that. */
function aboutAccount({ url }: MailFacts): Body {
  return {
    subject: 'Vous avez déjà un compte',
    lines: [
      'Quelqu’un, sans doute vous, veut ouvrir un compte marchand avec cette adresse. Elle a déjà un compte\u00A0: rien n’est créé, et rien ne change.',
      `Connectez-vous sur ${url}. La page mène aussi à un autre mot de passe si vous avez oublié le vôtre, et à votre invitation si vous l’avez reçue.`,
      'Vous n’avez rien demandé\u00A0? Il n’y a rien à faire.',
    ],
  }
}

function withPasswordCode({ realm, url, code }: MailFacts): Body {
  return {
    subject: 'Mot de passe oublié',
    lines: [
      `Quelqu’un, sans doute vous, a oublié votre mot de passe pour ${places[realm]}. Rien n’est changé tant que vous n’en avez pas choisi un autre.`,
      `Votre code, valable ${passwordCodeMinutes} minutes et une seule fois\u00A0:\n\n    ${code}`,
      `Ouvrez ${url}, et écrivez votre adresse e-mail, ce code et un nouveau mot de passe. Si vous avez des codes à usage unique, ils vous seront toujours demandés.`,
      'Vous n’avez rien demandé\u00A0? N’utilisez pas ce code et ne le donnez à personne\u00A0: votre mot de passe reste le même.',
    ],
  }
}

function withCode({ kind, realm, url, code }: MailFacts): Body {
  const isReset = kind === 'reset'
  const why = isReset
    ? `On nous a dit que vous n’avez plus accès à ${places[realm]}. Rien n’est changé tant que vous n’avez pas confirmé.`
    : `Vous êtes invité à rejoindre ${places[realm]}.`
  const effect = isReset
    ? 'Avec ce code, vous choisissez un mot de passe, et vos anciens codes à usage unique ne seront plus demandés.'
    : 'Avec ce code, vous choisissez un mot de passe.'
  return {
    subject: isReset ? 'Retrouver votre accès' : 'Votre invitation',
    lines: [
      why,
      `Votre code, valable 72 heures et une seule fois\u00A0:\n\n    ${code}`,
      `${effect} Ouvrez ${url}, et écrivez votre adresse e-mail et ce code.`,
      'Vous n’attendiez rien de tel\u00A0? N’utilisez pas ce code, et prévenez votre administrateur.',
    ],
  }
}

function aboutAct({ act, by, to, from, name }: MailFacts): Body {
  const words = act === null ? peopleActs['person.changed'] : peopleActs[act]
  const whose = to === null || to === name ? 'votre compte' : `le compte de ${to}`
  return {
    subject: words.subject,
    lines: [
      words.sentence(whose),
      ...(from === null ? [] : [`Appareil\u00A0: ${from}`]),
      ...(by === null ? [] : [`Par\u00A0: ${by}`]),
      'Si cela vous surprend, prévenez aussitôt un administrateur.',
    ],
  }
}
