import { fail } from '#domain/errors/errors.ts'
import {
  addAuthorizedAccount,
  type NewAuthorizedAccount,
} from '#use-cases/authorized-accounts/add.ts'
import { revokeAuthorizedAccount } from '#use-cases/authorized-accounts/decide.ts'
import {
  countAccounts,
  findAccounts,
  findAuthorizedAccount,
} from '#use-cases/authorized-accounts/find.ts'
import type { WebContext } from '#web/context.ts'
import { doneAt, html } from '#web/http/answer.ts'
import { type PageRoute, param } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalReads } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import type { AuthorizedAccount } from '#domain/authorized-accounts/account.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { ExactTime } from '#web/design/time.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { AskedWrite } from '#web/portal/write-form.tsx'
import { accountText, calledOf } from './account-text.ts'
import { accountSearch, searchIn } from '#web/portal/payouts/account-field.tsx'
import { AccountBadge, AccountsPage, pageIn, rowsAtOnce } from './list.tsx'
import {
  fields,
  NewBankAccount,
  NewPhoneAccount,
  readBankAccount,
  readPhoneAccount,
} from './new-account.tsx'
import { renamePages, renamePath } from './own-name.tsx'
import { accountWords, useAccountWords } from './words.tsx'

const permission = 'accounts.manage'

/** The accounts that a service may pay out to, in one mode: listed, added and revoked. */
export function authorizedAccountPages(context: WebContext): readonly PageRoute[] {
  return [
    portalReads(context, permission)(paths.accounts, (input) => showList(context, input)),
    accountSearch(context, { page: paths.accounts, permission }),
    ...additionPages(context, {
      path: paths.newPhoneAccount,
      Page: NewPhoneAccount,
      read: ({ form, language }) => readPhoneAccount(form, language),
      numberField: fields.phone,
    }),
    ...additionPages(context, {
      path: paths.newBankAccount,
      Page: NewBankAccount,
      read({ form, session, language }) {
        if (session.place.mode !== 'live') throw fail('live_mode_required')
        return readBankAccount(form, language)
      },
      numberField: fields.account,
    }),
    ...accountPages(context),
    ...renamePages(context),
  ]
}

async function showList({ database }: WebContext, { session, query }: PortalInput) {
  const search = searchIn(query)
  const wanted = { serviceEnvId: session.place.id, text: '' }
  const sought = { ...wanted, text: search }
  const [all, found] = await Promise.all([
    countAccounts(database, wanted),
    countAccounts(database, sought),
  ])
  const page = pageIn(query, found)
  const part = { limit: rowsAtOnce, offset: (page - 1) * rowsAtOnce }
  const rows = await findAccounts(database, sought, part)
  return html(<AccountsPage {...{ all, search, found, rows, page, query }} />)
}

interface Addition {
  readonly path: string
  readonly Page: typeof NewPhoneAccount
  readonly read: (input: PortalInput) => NewAuthorizedAccount
  /** The number's field; the error is shown there if the number is already authorised. */
  readonly numberField: string
}

function additionPages(
  context: WebContext,
  { path, Page, read, numberField }: Addition,
): readonly PageRoute[] {
  const { database } = context
  return [
    portalReads(context, permission)(path, () => html(<Page typed={() => ''} />)),
    portalWrite(context, {
      path,
      permission,
      read,
      act: ({ type, provider }) => ({
        act: 'authorized_account.add',
        details: { type, provider },
      }),
      async work(account, { session, language }) {
        const { place } = session
        const id = await addAuthorizedAccount(database, place.id, account)
        const { add: words } = accountWords[language]
        const text = place.mode === 'live' ? words.addedLive : words.addedTest
        return doneAt(`${paths.accounts}/${id}`, text)
      },
      fields: { authorized_account_exists: numberField },
      again: ({ form }, faults) => <Page typed={(name) => form.text(name)} faults={faults} />,
    }),
  ]
}

function accountPages(context: WebContext): readonly PageRoute[] {
  const { database } = context
  const find = (input: PortalInput) =>
    findAuthorizedAccount(database, input.session.place.id, param(input, 'id'))
  return [
    portalReads(context, permission)(`${paths.accounts}/:id`, async (input) =>
      html(<AccountPage account={await find(input)} />),
    ),
    portalWrite(context, {
      path: revokePath(':id'),
      permission,
      read: find,
      act: ({ id }) => ({
        act: 'authorized_account.revoke',
        subject: { kind: 'authorized_account', id },
      }),
      async work({ id, holderName }, { session, language }) {
        await revokeAuthorizedAccount(database, { serviceEnvId: session.place.id, id })
        return doneAt(paths.accounts, accountWords[language].revoke.done(holderName))
      },
      again: async (input, faults) => <AccountPage account={await find(input)} faults={faults} />,
    }),
  ]
}

interface AccountPageProps {
  readonly account: AuthorizedAccount
  readonly faults?: readonly FieldFault[]
}

/** One account, with the form that revokes it. */
function AccountPage({ account, faults = [] }: AccountPageProps) {
  const { list, detail } = useAccountWords()
  const { holderName, status, createdAt, verifiedAt } = account
  const called = calledOf(account)
  return (
    <PortalFrame title={called}>
      <p>
        <a href={paths.accounts}>{list.title}</a>
      </p>
      <div class="row spread">
        <h1>{called}</h1>
        <AccountBadge status={status} />
      </div>
      <div class="card stack narrow">
        <Facts
          facts={[
            { label: detail.holder, value: holderName },
            { label: detail.account, value: accountText(account) },
            { label: detail.added, value: <ExactTime at={createdAt} /> },
            { label: detail.verified, value: verifiedAt && <ExactTime at={verifiedAt} /> },
          ]}
        />
      </div>
      {status !== 'revoked' && <Acts account={account} faults={faults} />}
    </PortalFrame>
  )
}

/** What may be done with an account that is not revoked. */
function Acts({ account: { id, status }, faults = [] }: AccountPageProps) {
  const { detail, name, revoke } = useAccountWords()
  return (
    <>
      <div class="row">
        {status === 'active' && <ButtonLink href={paths.newPayout}>{detail.payOut}</ButtonLink>}
        <ButtonLink href={renamePath(id)} look="quiet">
          {name.change}
        </ButtonLink>
      </div>
      <AskedWrite ask={revoke.ask} action={revokePath(id)} faults={faults} button={revoke.button}>
        {revoke.text}
      </AskedWrite>
    </>
  )
}

/** Where an account is revoked. */
function revokePath(id: string): string {
  return `${paths.accounts}/${id}/revocation`
}
