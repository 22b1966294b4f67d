import type { ComponentChild } from 'preact'
import type { Realm } from '#domain/people/person.ts'
import type { Language } from '#domain/text/language.ts'
import { addPasskey, beginPasskey } from '#use-cases/passkeys/add.ts'
import { askForAct } from '#use-cases/passkeys/confirm.ts'
import { listPasskeys, type Passkey, removePasskey } from '#use-cases/passkeys/own.ts'
import type { Session } from '#use-cases/sessions/sessions.ts'
import type { WebContext } from '#web/context.ts'
import { Ask } from '#web/design/ask.tsx'
import { Button } from '#web/design/button.tsx'
import { CurrentPassword } from '#web/design/confirm.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import { Faults, type FieldFault, Form } from '#web/design/form.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { refuse } from '#web/errors/refusal.ts'
import { doneAt, file, html, isLocalPath, type PageAnswer } from '#web/http/answer.ts'
import { errorAt, type Refused, refusedField, refusedFields } from '#web/http/refused.ts'
import type { PageInput } from '#web/http/route.ts'
import { answerField, PasskeyForm, passkeyScript } from './passkey-form.tsx'
import type { DoorWords } from './french.tsx'
import { doorWords, useDoorWords } from './words.ts'

/** The pages on which people manage their own passkeys. */
export interface OwnPasskeys {
  readonly paths: { readonly account: string; readonly codes: string; readonly passkeys: string }
  /** The name of the site on devices. */
  readonly siteName: string
  readonly frame: (page: {
    readonly title: string
    readonly script?: string
    readonly content: ComponentChild
  }) => ComponentChild
}

type Faulty = readonly FieldFault[]

const nameMax = 60

/** The actions of those pages, by the last part of their address; null if the public address does not allow passkeys. */
export function ownPasskeyForms<R extends Realm, Who extends { readonly session: Session<R> }>(
  { database, passkeySite: site }: Pick<WebContext, 'database' | 'passkeySite'>,
  own: OwnPasskeys,
) {
  if (site === null) return null
  type Input = PageInput<Who>
  const { paths, siteName } = own

  const show = listOf(database, own)

  return {
    list: ({ language, session: who }: Input) => show(who, language),
    begin: async ({ form, language, session: who }: Input) => {
      const name = form.text('nom')
      if (name === '' || name.length > nameMax) return show(who, language, unnamed(language))
      const typed = { password: form.secret('password'), code: form.text('code') }
      const answer = await refusedFields({ fields: beginRefusals, language }, () =>
        beginPasskey(database, site, { session: who.session, siteName, ...typed }),
      )
      if ('refused' in answer) return show(who, language, answer.refused)
      const content = <MakePage paths={paths} name={name} ask={answer.done} />
      const { title } = doorWords[language].passkeys
      return html(own.frame({ title, script: passkeyScript, content }))
    },
    add: async ({ form, language, requestId, session: who }: Input) => {
      const given = {
        session: who.session,
        answer: form.secret(answerField),
        name: form.text('nom').slice(0, nameMax) || doorWords[language].passkey.title,
        cause: { requestId },
      }
      const answer = await refusedFields({ fields: addRefusals, language }, () =>
        addPasskey(database, site, given),
      )
      if ('refused' in answer) return show(who, language, answer.refused)
      return told(paths, doorWords[language].passkeys.done)
    },
    question: questionOf(database, site),
    remove: async ({ form, language, requestId, session: who }: Input) => {
      const given = {
        id: form.text('cle'),
        password: form.secret(removalField),
        cause: { requestId },
      }
      const answer = await refusedFields({ fields: removeRefusals, language }, () =>
        removePasskey(database, who.session, given),
      )
      if ('refused' in answer) return show(who, language, answer.refused)
      return told(paths, doorWords[language].passkeys.removed)
    },
  }
}

/** The list, with errors above it. */
function listOf<R extends Realm, Who extends { readonly session: Session<R> }>(
  database: WebContext['database'],
  { paths, frame }: OwnPasskeys,
) {
  return async (who: Who, language: Language, refused?: Refused): Promise<PageAnswer> => {
    const { title } = doorWords[language].passkeys
    const { person } = who.session
    const passkeys = await listPasskeys(database, person)
    const hasCodes = person.hasOneTimeCodes
    const faults = refused?.faults ?? []
    const content = <PasskeysPage {...{ paths, passkeys, hasCodes, faults }} />
    return html(frame({ title, content }), refused?.head)
  }
}

function told({ passkeys }: OwnPasskeys['paths'], text: string): PageAnswer {
  return doneAt(passkeys, text)
}

function unnamed(language: Language): Refused {
  return refusedField({ field: 'nom', message: doorWords[language].passkeys.unnamed })
}

const beginRefusals = {
  wrong_password: 'password',
  invalid_one_time_code: 'code',
  too_many_attempts: 'password',
  second_factor_required: 'code',
} as const

const addRefusals = { invalid_passkey: 'nom' } as const

/** The id of the password field for removing a key: the page has a second password field. */
const removalField = 'retrait'

const removeRefusals = {
  wrong_password: removalField,
  too_many_attempts: removalField,
} as const

interface Props {
  readonly paths: OwnPasskeys['paths']
  readonly passkeys: readonly Passkey[]
  readonly hasCodes: boolean
  readonly faults: Faulty
}

function PasskeysPage({ paths, passkeys, hasCodes, faults }: Props) {
  const { passkeys: words, account } = useDoorWords()
  return (
    <>
      <p>
        <a href={paths.account}>{account.title}</a>
      </p>
      <h1>{words.title}</h1>
      <p class="soft">{words.text}</p>
      <Faults faults={faults} />
      {passkeys.length > 0 && (
        <div class="card stack">
          <Table
            caption={words.caption}
            columns={columnsOf(words)}
            rows={passkeys}
            keyOf={({ id }) => id}
          />
          <RemoveForm paths={paths} passkeys={passkeys} faults={faults} />
        </div>
      )}
      <section class="card stack narrow">
        <h2>{words.add}</h2>
        {hasCodes ? (
          <AddForm paths={paths} faults={faults} />
        ) : (
          <p>{words.codesFirst(<a href={paths.codes}>{words.codesFirstLink}</a>)}</p>
        )}
      </section>
    </>
  )
}

function columnsOf(words: DoorWords['passkeys']): readonly Column<Passkey>[] {
  return [
    { title: words.name, cell: ({ name }) => <b>{name}</b> },
    { title: words.added, cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      title: words.lastUsed,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? words.never : <Time at={lastUsedAt} />),
    },
  ]
}

function AddForm({ paths, faults }: Pick<Props, 'paths' | 'faults'>) {
  const { passkeys: words, account, oneTimeCode } = useDoorWords()
  return (
    <Form action={`${paths.passkeys}/preparer`}>
      <TextField
        name="nom"
        label={words.itsName}
        hint={words.itsNameHint}
        autocomplete="off"
        error={errorAt(faults, 'nom')}
        maxLength={nameMax}
      />
      <CurrentPassword
        name="password"
        label={account.yourPassword}
        error={errorAt(faults, 'password')}
      />
      <TextField
        name="code"
        label={oneTimeCode.title}
        hint={oneTimeCode.hint}
        autocomplete="one-time-code"
        error={errorAt(faults, 'code')}
        maxLength={32}
      />
      <Button>{words.addButton}</Button>
    </Form>
  )
}

function RemoveForm({ paths, passkeys, faults }: Omit<Props, 'hasCodes'>) {
  const { passkeys: words, account } = useDoorWords()
  const error = errorAt(faults, removalField)
  return (
    <Ask button={words.remove} isDanger isOpen={error !== undefined}>
      <Form action={`${paths.passkeys}/retirer`}>
        <SelectField
          name="cle"
          label={words.which}
          options={passkeys.map(({ id, name }) => [id, name] as const)}
        />
        <CurrentPassword name={removalField} label={account.yourPassword} error={error} />
        <Button look="danger">{words.removeButton}</Button>
      </Form>
    </Ask>
  )
}

/** The request to the device, once password and code were correct. */
function MakePage({
  paths,
  name,
  ask,
}: Pick<Props, 'paths'> & { readonly name: string; readonly ask: object }) {
  const words = useDoorWords().passkeys
  return (
    <>
      <h1>{words.title}</h1>
      <div class="card stack narrow">
        <p>{words.ask}</p>
        <PasskeyForm action={`${paths.passkeys}/ajouter`} kind="make" ask={ask} button={words.make}>
          <input type="hidden" name="nom" value={name} />
        </PasskeyForm>
        <p class="small soft">
          <a href={paths.passkeys}>{words.back}</a>
        </p>
      </div>
    </>
  )
}

/** The address that performs the action. */
const pathMax = 300

/** Requested by a page's script before a passkey confirms a form: a challenge for the address that the form goes to. */
function questionOf<Who extends { readonly session: Session }>(
  database: WebContext['database'],
  site: NonNullable<WebContext['passkeySite']>,
) {
  return async ({ form, session: { session } }: PageInput<Who>): Promise<PageAnswer> => {
    const path = form.text('action')
    if (!isLocalPath(path) || path.length > pathMax) throw refuse('bad_request')
    const ask = await askForAct(database, site, { session, path })
    const fileName = 'question.json'
    return file({ content: JSON.stringify(ask), contentType: 'application/json', fileName })
  }
}
