import type { PortalPermission } from '#domain/people/portal-roles.ts'
import { countText } from '#domain/text/text.ts'
import type { WebContext } from '#web/context.ts'
import { Button } from '#web/design/button.tsx'
import { Choices } from '#web/design/choice.tsx'
import { TextField } from '#web/design/field.tsx'
import { Form } from '#web/design/form.tsx'
import { useScope } from '#web/design/scope.ts'
import type { PageRoute } from '#web/http/route.ts'
import { accountChoice } from '#web/portal/authorized-accounts/account-text.ts'
import { portalSearch } from '#web/portal/portal-page.ts'
import type { OfferedAccounts } from './offered-accounts.ts'
import { usePayoutWords } from './words.ts'

/** Fields of the account to pay, and of the search for it. */
export const accountField = 'compte'
const searchField = 'cherche'
/** The page itself takes another form. */
const searchBelow = '/recherche'

const searchLengthMax = 64

/** What is searched for; characters beyond 64 are not read. */
export function searchIn(query: URLSearchParams): string {
  return (query.get(searchField) ?? '').slice(0, searchLengthMax)
}

/** Where the search of a page that shows accounts is sent. */
export function accountSearch(
  context: WebContext,
  { page, permission }: { readonly page: string; readonly permission: PortalPermission },
): PageRoute {
  return portalSearch(context, { page, below: searchBelow, permission, fields: [searchField] })
}

/** Filters the accounts that a page shows. */
export function AccountSearch({
  path,
  search,
  found,
}: {
  /** Of that page. */
  readonly path: string
  readonly search: string
  readonly found: number
}) {
  const { form: words } = usePayoutWords()
  return (
    <div class="card stack">
      <Form action={path + searchBelow}>
        <div class="joined">
          <TextField
            name={searchField}
            label={words.searchAccount}
            type="search"
            hint={words.searchHint}
            value={search}
            maxLength={searchLengthMax}
            isFilter
          />
          <Button look="quiet" icon="search">
            <span class="sr">{words.search}</span>
          </Button>
        </div>
      </Form>
      {found === 0 && (
        <p role="status">{words.noneFound(<a href={path}>{words.allAccounts}</a>)}</p>
      )}
    </div>
  )
}

/** The accounts that are offered; others must be searched for. */
export function AccountField({
  accounts: { shown, found },
  chosen,
  error,
}: {
  readonly accounts: OfferedAccounts
  readonly chosen: string
  readonly error: string | undefined
}) {
  const { form: words } = usePayoutWords()
  const { language } = useScope()
  const others = found - shown.length
  return (
    <>
      <Choices
        name={accountField}
        label={words.toWhich}
        choices={shown.map(accountChoice)}
        value={chosen}
        error={error}
      />
      {others > 0 && (
        <p class="soft small">
          {others === 1 ? words.oneOther : words.others(countText(others, language))}
        </p>
      )}
    </>
  )
}
