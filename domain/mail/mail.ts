import type { Realm } from '#domain/people/person.ts'
import { passwordCodeMinutes } from '#domain/people/password-rules.ts'
import { signUpCodeHours } from '#domain/sign-ups/sign-up.ts'
import { keptAgentName } from '#domain/text/agent-name.ts'
import type { Language } from '#domain/text/language.ts'
import { type PeopleAct, peopleActs } from './people-acts.ts'
import { mailWords } from './words.ts'

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

/** What has a text of its own; that of a notification is the portal's. */
type WrittenKind = Exclude<MailKind, 'notification'>

/** What the text of a mail is made from. */
export interface MailFacts {
  readonly kind: WrittenKind
  readonly language: Language
  readonly realm: Realm
  /** The recipient's name; empty for a sign-up. */
  readonly name: string
  /**
   * The URL of the page where the code is entered; of the log-in, if there is an account; of an act, the account’s own.
   */
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

/**
 * A name as mails say it: on one line, without what a mail program would make a link of, and without numbers to call. Who
 * invites somebody writes both names, and may be a stranger who signed up.
 */
export function saidName(name: string): string {
  return name
    .replaceAll(/[^\p{L}\p{M}\p{N}.,'’&()-]+|\d{4,}/gu, ' ')
    .replaceAll(/\.(?=[^\s.])/gu, '. ')
    .trim()
}

/** Makes the text of a mail. */
export function mailText(facts: MailFacts): MailText {
  const words = mailWords[facts.language]
  const { subject, lines } = bodies[facts.kind](facts, words)
  const greeting = facts.name === '' ? words.helloNobody : words.hello(facts.name)
  const text = [greeting, ...lines, words.neverAsked].join('\n\n')
  return { subject, text: `${text}\n` }
}

interface Body {
  readonly subject: string
  readonly lines: readonly string[]
}

type Words = (typeof mailWords)[Language]
type Make = (facts: MailFacts, words: Words) => Body

/** An invitation is valid for three days. */
const invitationHours = '72'

const bodies: Readonly<Record<WrittenKind, Make>> = {
  invitation: withCode('invitation'),
  reset: withCode('reset'),
  password: ({ realm, url, code }, { codeForMinutes, places, password: words }) => ({
    subject: words.subject,
    lines: [
      words.why(places[realm]),
      shown(codeForMinutes(String(passwordCodeMinutes)), code),
      words.effect(url),
      words.unexpected,
    ],
  }),
  sign_up: ({ url, code }, { codeForHours, signUp: words }) => ({
    subject: words.subject,
    lines: [
      words.why,
      shown(codeForHours(String(signUpCodeHours)), code),
      words.effect(url),
      words.unexpected,
    ],
  }),
  // To somebody who signed up although they have an account: only the owner of the address learns that.
  account_exists: ({ url }, { accountExists: words }) => ({
    subject: words.subject,
    lines: [words.why, words.effect(url), words.unexpected],
  }),
  people_act: aboutAct,
}

/** The code stands apart, so that it is found and copied. */
function shown(sentence: string, code: string | null): string {
  return `${sentence}\n\n    ${code ?? ''}`
}

function withCode(kind: 'invitation' | 'reset'): Make {
  return ({ realm, url, code, by }, words) => ({
    subject: words[kind].subject,
    lines: [
      words[kind].why(words.places[realm]),
      ...(by === null ? [] : [words.from(by)]),
      shown(words.codeForHours(invitationHours), code),
      words[kind].effect(url),
      words.unexpectedCode,
    ],
  })
}

function aboutAct(facts: MailFacts, { act: words }: Words): Body {
  const { act, by, to, from, name, language, url } = facts
  const { subject, sentence } = peopleActs[language][act ?? 'person.changed']
  const lines = [
    sentence(to === null || to === name ? words.yours : words.of(to)),
    // Of a log-in there is something to do at once: its reader changes their password there.
    ...(act === 'session.new_device' ? [url] : []),
    ...(from === null ? [] : [words.device(keptAgentName(from, language))]),
    ...(by === null ? [] : [words.by(by)]),
    words.unexpected,
  ]
  return { subject, lines }
}
