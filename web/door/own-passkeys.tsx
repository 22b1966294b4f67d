import type { ComponentChild } from 'preact'
import type { Realm } from '#domain/people/person.ts'
import { addPasskey, beginPasskey } from '#use-cases/passkeys/add.ts'
import { listPasskeys, type Passkey, removePasskey } from '#use-cases/passkeys/own.ts'
import type { Session } from '#use-cases/sessions/sessions.ts'
import type { WebContext } from '#web/context.ts'
import { Ask } from '#web/design/ask.tsx'
import { Button } from '#web/design/button.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import { Faults, type FieldFault, Form } from '#web/design/form.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { html, type PageAnswer, redirect } from '#web/http/answer.ts'
import { errorAt, refusedFields } from '#web/http/refused.ts'
import type { PageInput } from '#web/http/route.ts'
import { answerField, PasskeyForm, passkeyScript } from './passkey-form.tsx'
import { questionOf } from './passkey-question.ts'

/** The pages on which somebody keeps their own passkeys. */
export interface OwnPasskeys<Who> {
  readonly paths: { readonly account: string; readonly codes: string; readonly passkeys: string }
  /** As devices name the site. */
  readonly siteName: string
  readonly frame: (
    who: Who,
    page: { readonly title: string; readonly script?: string; readonly content: ComponentChild },
  ) => ComponentChild
}

type Faulty = readonly FieldFault[]

const title = 'Clés d’accès'
const nameMax = 60

/** What those pages do, by the last part of their address; null where the public address can have no passkeys. */
export function ownPasskeyForms<R extends Realm, Who extends { readonly session: Session<R> }>(
  { database, passkeySite: site }: Pick<WebContext, 'database' | 'passkeySite'>,
  own: OwnPasskeys<Who>,
) {
  if (site === null) return null
  type Input = PageInput<Who>
  const { paths, siteName } = own

  const show = listOf(database, own)

  return {
    list: ({ session: who }: Input) => show(who),
    begin: async ({ form, language, session: who }: Input) => {
      const name = form.text('nom')
      if (name === '' || name.length > nameMax) return show(who, [unnamed], { status: 422 })
      const given = {
        session: who.session,
        password: form.secret('password'),
        code: form.text('code'),
        siteName,
      }
      const answer = await refusedFields({ fields: beginRefusals, language }, () =>
        beginPasskey(database, site, given),
      )
      if ('refused' in answer) return show(who, answer.refused.faults, answer.refused.head)
      const content = <MakePage paths={paths} name={name} ask={answer.done} />
      return html(own.frame(who, { title, script: passkeyScript, content }))
    },
    add: async ({ form, language, requestId, session: who }: Input) => {
      const given = {
        session: who.session,
        answer: form.secret(answerField),
        name: form.text('nom').slice(0, nameMax) || 'Clé d’accès',
        cause: { requestId },
      }
      const answer = await refusedFields({ fields: addRefusals, language }, () =>
        addPasskey(database, site, given),
      )
      if ('refused' in answer) return show(who, answer.refused.faults, answer.refused.head)
      return redirect(paths.passkeys, { flash: added })
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
      if ('refused' in answer) return show(who, answer.refused.faults, answer.refused.head)
      return redirect(paths.passkeys, { flash: removed })
    },
  }
}

/** The list, with what was refused above it. */
function listOf<R extends Realm, Who extends { readonly session: Session<R> }>(
  database: WebContext['database'],
  { paths, frame }: OwnPasskeys<Who>,
) {
  return async (who: Who, faults: Faulty = [], head = {}): Promise<PageAnswer> => {
    const { person } = who.session
    const passkeys = await listPasskeys(database, person)
    const hasCodes = person.hasOneTimeCodes
    const content = <PasskeysPage {...{ paths, passkeys, hasCodes, faults }} />
    return html(frame(who, { title, content }), head)
  }
}

const added = {
  tone: 'ok',
  text: 'Votre clé d’accès est prête. Elle ouvre votre compte dès maintenant.',
} as const

const removed = { tone: 'ok', text: 'Cette clé d’accès n’ouvre plus rien.' } as const

const unnamed: FieldFault = {
  field: 'nom',
  message: 'Donnez un nom à cette clé, de 60 signes au plus.',
}

const beginRefusals = {
  wrong_password: 'password',
  invalid_one_time_code: 'code',
  too_many_attempts: 'password',
  second_factor_required: 'code',
} as const

const addRefusals = { invalid_passkey: 'nom' } as const

/** Of the password that takes a key away: another stands on the same page. */
const removalField = 'retrait'

const removeRefusals = {
  wrong_password: removalField,
  too_many_attempts: removalField,
} as const

interface Props {
  readonly paths: OwnPasskeys<unknown>['paths']
  readonly passkeys: readonly Passkey[]
  readonly hasCodes: boolean
  readonly faults: Faulty
}

function PasskeysPage({ paths, passkeys, hasCodes, faults }: Props) {
  return (
    <>
      <p>
        <a href={paths.account}>Mon compte</a>
      </p>
      <h1>{title}</h1>
      <p class="soft">
        Une clé d’accès vit dans votre téléphone, votre ordinateur ou une clé USB. Elle remplace le
        code à la connexion, ou la connexion entière, et n’obéit qu’à ce site{'\u00A0'}: personne ne
        peut vous la faire taper ailleurs.
      </p>
      <Faults faults={faults} />
      {passkeys.length > 0 && (
        <div class="card stack">
          <Table
            caption="Vos clés d’accès"
            columns={columns}
            rows={passkeys}
            keyOf={({ id }) => id}
          />
          <RemoveForm paths={paths} passkeys={passkeys} faults={faults} />
        </div>
      )}
      <section class="card stack narrow">
        <h2>Ajouter une clé</h2>
        {hasCodes ? (
          <AddForm paths={paths} faults={faults} />
        ) : (
          <p>
            Il faut d’abord des <a href={paths.codes}>codes à usage unique</a>
            {'\u00A0'}: ils vous ouvrent la porte si l’appareil se perd.
          </p>
        )}
      </section>
    </>
  )
}

const columns: readonly Column<Passkey>[] = [
  { title: 'Nom', cell: ({ name }) => <b>{name}</b> },
  { title: 'Ajoutée', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    title: 'Dernière connexion',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Jamais' : <Time at={lastUsedAt} />),
  },
]

function AddForm({ paths, faults }: Pick<Props, 'paths' | 'faults'>) {
  return (
    <Form action={`${paths.passkeys}/preparer`}>
      <TextField
        name="nom"
        label="Son nom"
        hint="Par exemple l’appareil où elle vit."
        autocomplete="off"
        error={errorAt(faults, 'nom')}
        maxLength={nameMax}
      />
      <TextField
        name="password"
        label="Votre mot de passe"
        type="password"
        autocomplete="current-password"
        error={errorAt(faults, 'password')}
        maxLength={128}
      />
      <TextField
        name="code"
        label="Code à usage unique"
        hint="Les six chiffres de votre application, ou un code de secours."
        autocomplete="one-time-code"
        error={errorAt(faults, 'code')}
        maxLength={32}
      />
      <Button>Ajouter</Button>
    </Form>
  )
}

function RemoveForm({ paths, passkeys, faults }: Omit<Props, 'hasCodes'>) {
  const error = errorAt(faults, removalField)
  return (
    <Ask button="Retirer une clé…" isDanger isOpen={error !== undefined}>
      <Form action={`${paths.passkeys}/retirer`}>
        <SelectField
          name="cle"
          label="Quelle clé&nbsp;?"
          options={passkeys.map(({ id, name }) => [id, name] as const)}
        />
        <TextField
          name={removalField}
          label="Votre mot de passe"
          type="password"
          autocomplete="current-password"
          error={error}
          maxLength={128}
        />
        <Button look="danger">Retirer</Button>
      </Form>
    </Ask>
  )
}

/** What the device is asked, once password and code were right. */
function MakePage({
  paths,
  name,
  ask,
}: Pick<Props, 'paths'> & { readonly name: string; readonly ask: object }) {
  return (
    <>
      <h1>{title}</h1>
      <div class="card stack narrow">
        <p>Votre appareil va vous demander votre doigt, votre visage ou son code.</p>
        <PasskeyForm
          action={`${paths.passkeys}/ajouter`}
          kind="make"
          ask={ask}
          button="Créer la clé"
        >
          <input type="hidden" name="nom" value={name} />
        </PasskeyForm>
        <p class="small soft">
          <a href={paths.passkeys}>Revenir à mes clés</a>
        </p>
      </div>
    </>
  )
}
