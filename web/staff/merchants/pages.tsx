import { asId, type MerchantId } from '#domain/ids.ts'
import { askAccountChange, type WantedChange } from '#use-cases/account-changes/ask.ts'
import { readCodeMail } from '#use-cases/mail/standing.ts'
import type { FieldError } from '#domain/errors/errors.ts'
import { findMerchant, listMerchants, type MerchantRecord } from '#use-cases/merchants/find.ts'
import { bodyCheck } from '#http/validate.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { readServiceFigures } from '#use-cases/desk/merchant-figures.ts'
import { listOpenCases } from '#use-cases/desk/open-cases.ts'
import { readLocks } from '#use-cases/sessions/read-locks.ts'
import { listPeople } from '#use-cases/people/find.ts'
import { justifiedAndConfirmed } from '#use-cases/desk/fields.ts'
import { newOwner } from '#use-cases/merchants/typed.ts'
import type { WebContext } from '#web/context.ts'
import { doneAt } from '#web/http/answer.ts'
import { type PageRoute, param } from '#web/http/route.ts'
import { passwordSentence, reasonSentence, takeForm } from '#web/staff/order.ts'
import {
  type DeskInput,
  deskReads,
  deskWrites,
  staffSearch,
  useMay,
} from '#web/staff/staff-page.ts'
import { paths } from '#web/staff/paths.ts'
import { readQueue, viewOf } from '#web/staff/queue.ts'
import { Button, ButtonLink } from '#web/design/button.tsx'
import { TextField } from '#web/design/field.tsx'
import { Form } from '#web/design/form.tsx'
import type { Column } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { readCase } from '#web/staff/desk/case.tsx'
import { noteRoute } from '#web/staff/desk/case-routes.ts'
import { DeskList } from '#web/staff/desk-list.tsx'
import { State } from '#web/staff/parts.tsx'
import { personStates } from '#web/staff/words.ts'
import { askedText } from '#web/staff/people/pages.tsx'
import { MerchantPage, type MerchantPageProps, testView } from './detail.tsx'
import { create, emailText, nameText, NewMerchantPage } from './new.tsx'

const one = `${paths.merchants}/:id`

/** Merchants: searched, created, and assigned their owner. A code is only shown in its form's answer. */
export function merchantPages(context: WebContext): readonly PageRoute[] {
  const permission = 'merchants.manage'
  const read = deskReads(context, 'merchants.view')
  const write = deskWrites(context, permission)
  return [
    read(paths.merchants, (input) => showList(context, input)),
    staffSearch(context, { path: paths.merchants, permission: 'merchants.view', field: 'nom' }),
    deskReads(context, permission)(paths.newMerchant, ({ form }) => (
      <NewMerchantPage form={form} refused={null} />
    )),
    write(paths.newMerchant, (input) => create(context, input)),
    read(one, (input) => show(context, input)),
    write(`${one}/acces`, (input) => reset(context, input)),
    write(`${one}/proprietaire`, (input) => replace(context, input)),
    noteRoute(context, {
      kind: 'merchant',
      path: paths.merchants,
      idOf: (input) => param(input, 'id'),
      find: (input) => findMerchant(context.database, param(input, 'id')),
      page: (input, refused) => show(context, input, refused),
    }),
  ]
}

async function showList(context: WebContext, input: DeskInput) {
  const name = (input.query.get('nom') ?? '').trim().slice(0, 120)
  const { rows, next } = await readQueue(context, input, {
    list: `merchants ${name}`,
    path: paths.merchants,
    read: (page) => listMerchants(context.database, { ...page, name: name || undefined }),
    at: ({ createdAt }) => createdAt,
  })
  return <MerchantList rows={rows} next={next} name={name} />
}

const checkReason = bodyCheck(justifiedAndConfirmed)

function reset(context: WebContext, input: DeskInput) {
  const { form } = input
  const body = { reason: form.text('reason'), password: form.secret('reset_password') }
  return ask(context, input, {
    errors: checkReason(body),
    names: { password: 'reset_password' },
    given: body,
    wanted: (merchantId) => ({ kind: 'reset_owner', merchantId }),
  })
}

const checkOwner = bodyCheck(newOwner)

function replace(context: WebContext, input: DeskInput) {
  const { form } = input
  const given = { reason: form.text('owner_reason'), password: form.secret('owner_password') }
  const owner = { name: form.text('name'), email: form.text('email') }
  return ask(context, input, {
    errors: checkOwner({ ...owner, ...given }),
    names: { reason: 'owner_reason', password: 'owner_password' },
    given,
    wanted: (merchantId) => ({ kind: 'replace_owner', merchantId, ...owner }),
  })
}

interface OwnerWish {
  readonly errors: readonly FieldError[]
  /** The form's names for fields whose usual name another form of the page uses. */
  readonly names: Readonly<Record<string, string>>
  readonly given: { readonly reason: string; readonly password: string }
  readonly wanted: (merchantId: MerchantId) => WantedChange
}

function ask(context: WebContext, input: DeskInput, { errors, names, given, wanted }: OwnerWish) {
  const { password, reason } = given
  return takeForm({
    errors: errors.map((error) => ({ ...error, field: names[error.field] ?? error.field })),
    sentences: {
      name: nameText,
      email: emailText,
      reason: reasonSentence,
      owner_reason: reasonSentence,
      reset_password: passwordSentence,
      owner_password: passwordSentence,
    },
    passwordField: names['password'] ?? 'password',
    page: (refused) => show(context, input, { refused }),
    async work() {
      const merchantId = asId<MerchantId>(param(input, 'id'))
      const cause = { requestId: input.requestId, reason }
      await askAccountChange(context.database, input.session.person, {
        wanted: wanted(merchantId),
        password,
        cause,
      })
      return doneAt(`${paths.merchants}/${merchantId}`, askedText)
    },
  })
}

type Shown = Partial<Pick<MerchantPageProps, 'refused' | 'caseFaults'>>

async function show({ database }: WebContext, input: DeskInput, shown: Shown = {}) {
  const merchant = await findMerchant(database, param(input, 'id'))
  const { id: merchantId } = merchant
  const mode = viewOf(input.query, [testView]) === testView ? 'sandbox' : 'live'
  const [care, services, cases, people] = await Promise.all([
    readCase(database, { kind: 'merchant', id: merchantId, hasOwnWay: true }),
    readServices(database, merchant, mode),
    listOpenCases(database, { merchantId, mode }),
    listPeople(database, { realm: 'portal', merchantId }),
  ])
  const locks = await readLocks(database, people)
  const mail = merchant.owner && (await readCodeMail(database, { id: asId(merchant.owner.id) }))
  return (
    <MerchantPage
      merchant={merchant}
      form={input.form}
      mail={mail}
      {...{ care, mode, services, cases, people, locks }}
      refused={null}
      caseFaults={[]}
      {...shown}
    />
  )
}

/** More services are shown one by one. */
const servicesShown = 10

async function readServices(
  database: WebContext['database'],
  { services }: MerchantRecord,
  mode: Mode,
): Promise<MerchantPageProps['services']> {
  const read = services.slice(0, servicesShown).map(async (service) => {
    const environment = service.environments.find((each) => each.mode === mode)
    if (environment === undefined) return []
    const figures = await readServiceFigures(database, environment.id, new Date())
    return [{ service, figures }]
  })
  return (await Promise.all(read)).flat()
}

/** All merchants, newest first, or those with a name that contains a text. */
function MerchantList({
  rows,
  next,
  name,
}: {
  readonly rows: readonly MerchantRecord[]
  readonly next: string | null
  readonly name: string
}) {
  return (
    <DeskList
      title="Marchands"
      aside={
        useMay('merchants.manage') && (
          <ButtonLink href={paths.newMerchant}>Nouveau marchand</ButtonLink>
        )
      }
      above={<Search name={name} />}
      caption="Marchands, le plus récent d’abord"
      columns={columns}
      rows={rows}
      next={next}
      empty={{
        title: name === '' ? 'Aucun marchand' : 'Aucun marchand de ce nom',
        icon: 'search',
      }}
    />
  )
}

function Search({ name }: { readonly name: string }) {
  return (
    <Form action={paths.merchants}>
      <div class="row end">
        <TextField
          name="nom"
          label="Nom du marchand ou d’un service"
          type="search"
          value={name}
          maxLength={120}
          isFilter
        />
        <Button look="quiet" icon="search">
          Chercher
        </Button>
      </div>
    </Form>
  )
}

const columns: readonly Column<MerchantRecord>[] = [
  {
    title: 'Marchand',
    cell: ({ id, name }) => <a href={`${paths.merchants}/${id}`}>{name}</a>,
  },
  { title: 'Services', cell: ({ services }) => services.map(({ name }) => name).join(', ') },
  { title: 'Propriétaire', cell: ({ owner }) => owner?.name ?? '—' },
  { title: 'Accès', cell: ({ owner }) => owner && <State of={personStates[owner.status]} /> },
  { title: 'Depuis', cell: ({ createdAt }) => <Time at={createdAt} /> },
]
