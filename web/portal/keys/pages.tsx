import { replaceApiKey } from '#use-cases/keys/replace.ts'
import type { MerchantKeyKind } from '#use-cases/keys/issue.ts'
import { type ApiKeyRecord, listApiKeys } from '#use-cases/keys/list.ts'
import { type KeyScope, scopesFor } from '#domain/keys/scopes.ts'
import type { Language } from '#domain/text/language.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { refuse } from '#web/errors/refusal.ts'
import { html } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type Portal, type PortalInput, portalReads, usePortal } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { errorAt, FieldRefusal } from '#web/http/refused.ts'
import { ButtonLink, CopyButton } from '#web/design/button.tsx'
import { type Choice, Choices } from '#web/design/choice.tsx'
import { documentation } from '#web/design/documentation.ts'
import { Empty } from '#web/design/empty.tsx'
import { useScope } from '#web/design/scope.ts'
import { OneTimeSecret } from '#web/design/secret.tsx'
import { CardTable, type Column } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { portalWords, usePortalWords } from '#web/portal/words.tsx'
import { WriteForm } from '#web/portal/write-form.tsx'
import { type KeyWords, keyWords, useKeyWords } from './words.ts'

const permission = 'keys.manage'

/** The keys of a service in one mode: the list, and replacing one that leaked or is old. */
export function keyPages(context: WebContext): readonly PageRoute[] {
  const page = async ({ session }: PortalInput, faults: readonly FieldFault[] = []) => {
    const keys = await listApiKeys(context.database, session.place.id)
    return <KeysPage keys={keys} faults={faults} />
  }
  return [
    portalReads(context, permission)(paths.keys, async (input) => html(await page(input))),
    portalWrite(context, {
      path: paths.keys,
      permission,
      read: readReplacement,
      act: ({ kind, oldWorkSeconds, scopes }) => ({
        act: 'api_key.replace',
        details: { kind, oldWorkSeconds, scopes },
      }),
      async work(replacement, { session }) {
        const keys = await listApiKeys(context.database, session.place.id)
        const isFirst = !keys.some(({ kind }) => kind === replacement.kind)
        const { token } = await replaceApiKey(context.database, session.place, replacement)
        return html(<NewKeyPage {...replacement} isFirst={isFirst} token={token} />)
      },
      again: page,
    }),
  ]
}

function readReplacement({ form, session, language }: PortalInput) {
  const kind = kinds.find((known) => known === form.text('type'))
  if (kind === undefined) throw refuse('bad_request')
  const oldWorkSeconds = oldKeySeconds.find((seconds) => seconds === form.text('ancienne'))
  if (oldWorkSeconds === undefined) {
    const message = keyWords[language].form.oldMissing
    throw new FieldRefusal([{ field: 'ancienne', message }])
  }
  const mayPay = form.text(payoutsField) !== 'non'
  const scopes = scopesFor(session.person.role).filter((scope) => scope !== 'payouts' || mayPay)
  const ofKind: readonly KeyScope[] = kind === 'secret' ? scopes : ['payments']
  return { kind, oldWorkSeconds: Number(oldWorkSeconds), scopes: ofKind }
}

const payoutsField = 'retraits'

/** How many seconds the old keys keep working, as a value of the form. */
const oldKeySeconds = ['86400', '0'] as const

const kinds: readonly MerchantKeyKind[] = ['secret', 'public']

interface KeysProps {
  readonly keys: readonly ApiKeyRecord[]
  readonly faults: readonly FieldFault[]
}

function KeysPage({ keys, faults }: KeysProps) {
  const { language } = useScope()
  const words = useKeyWords()
  return (
    <PortalFrame title={words.title}>
      <div class="row spread">
        <h1>{words.title}</h1>
        <ButtonLink href={documentation[language].home} look="quiet" isElsewhere>
          {words.documentation}
        </ButtonLink>
      </div>
      <p class="soft">{words.intro}</p>
      {keys.length === 0 ? (
        <Empty title={words.none}>{words.noneText}</Empty>
      ) : (
        <CardTable
          caption={words.list.caption}
          columns={columnsIn(language)}
          rows={keys}
          keyOf={({ id }) => id}
        />
      )}
      <NewKey faults={faults} isFirst={keys.length === 0} />
    </PortalFrame>
  )
}

function NewKey({ faults, isFirst }: Omit<KeysProps, 'keys'> & { readonly isFirst: boolean }) {
  const portal = usePortal()
  const { form } = useKeyWords()
  const { keys } = usePortalWords()
  return (
    <section class="card stack narrow">
      <h2>{form.title}</h2>
      <WriteForm action={paths.keys} faults={faults} button={form.make}>
        <Choices
          name="type"
          label={form.which}
          choices={[
            { value: 'secret', label: keys.secret, note: form.secretNote },
            { value: 'public', label: keys.public, note: form.publicNote },
          ]}
          value="secret"
        />
        {isFirst ? (
          <input type="hidden" name="ancienne" value={oldKeySeconds[0]} />
        ) : (
          <Choices
            name="ancienne"
            label={form.old}
            choices={oldKeyChoices(form)}
            value={oldKeySeconds[0]}
            error={errorAt(faults, 'ancienne')}
          />
        )}
        <PayoutsField role={portal.person.role} />
      </WriteForm>
    </section>
  )
}

function oldKeyChoices(form: KeyWords['form']): readonly Choice[] {
  const [day, none] = oldKeySeconds
  return [
    { value: day, label: form.oldWorks, note: form.oldWorksNote },
    { value: none, label: form.oldStops, note: form.oldStopsNote },
  ]
}

/** Whether a secret key may pay out; no choice for people who may not request payouts. */
function PayoutsField({ role }: Pick<Portal['person'], 'role'>) {
  const { form } = useKeyWords()
  if (!scopesFor(role).includes('payouts')) return <p class="soft">{form.noPayouts}</p>
  const choices: readonly Choice[] = [
    { value: 'oui', label: form.payoutsAllowed, note: form.payoutsAllowedNote },
    { value: 'non', label: form.payoutsForbidden, note: form.payoutsForbiddenNote },
  ]
  return <Choices name={payoutsField} label={form.payouts} choices={choices} value="oui" />
}

/** Shows the new key once. */
function NewKeyPage({
  kind,
  oldWorkSeconds,
  isFirst,
  token,
}: {
  readonly kind: MerchantKeyKind
  readonly oldWorkSeconds: number
  /** No key of this kind was in use. */
  readonly isFirst: boolean
  readonly token: string
}) {
  const { form, made } = useKeyWords()
  return (
    <PortalFrame title={form.title}>
      <h1>{made.title}</h1>
      <OneTimeSecret
        title={kind === 'secret' ? made.copyNow : made.ready}
        secret={token}
        copy={made.copy}
        note={kind === 'secret' ? made.secretNote : made.publicNote}
      />
      {!isFirst && <p>{oldWorkSeconds === 0 ? made.oldStopped : made.oldWorks}</p>}
      <ButtonLink href={paths.keys}>{made.copied}</ButtonLink>
    </PortalFrame>
  )
}

function columnsIn(language: Language): readonly Column<ApiKeyRecord>[] {
  const { list } = keyWords[language]
  return [
    { title: list.key, cell: ({ kind }) => portalWords[language].keys[kind] },
    {
      title: list.value,
      cell: ({ publicToken, last4 }) =>
        publicToken === null ? (
          <code>…{last4}</code>
        ) : (
          <CopyButton text={publicToken}>{list.copy(`…${last4}`)}</CopyButton>
        ),
    },
    {
      title: list.payouts,
      isNamed: true,
      cell: ({ kind, scopes }) =>
        kind === 'secret' && scopes.includes('payouts') ? list.allowed : list.notAllowed,
    },
    { title: list.created, isNamed: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      title: list.expiry,
      isNamed: true,
      cell: ({ expiresAt }) => (expiresAt === null ? list.noExpiry : <Time at={expiresAt} />),
    },
  ]
}
