import { descriptionLengthMax, referenceLengthMax } from '#domain/transactions/texts.ts'
import { money } from '#domain/money/money.ts'
import { hasPortalPermission } from '#domain/people/person.ts'
import type { Balance } from '#use-cases/balance/read.ts'
import { Button, ButtonLink } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { Facts } from '#web/design/facts.tsx'
import { TextField } from '#web/design/field.tsx'
import { Faults, type FieldFault, Form } from '#web/design/form.tsx'
import { Amount, moneyText } from '#web/design/money.tsx'
import { useScope } from '#web/design/scope.ts'
import { type ChoiceLimits, limitsText } from '#web/payer/limits.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { usePortal } from '#web/portal/portal-page.ts'
import { errorAt } from '#web/http/refused.ts'
import { AccountField, AccountSearch } from './account-field.tsx'
import { type OfferedAccounts, shownAtOnce } from './offered-accounts.ts'
import { balanceParts, fields, partField, type Typed } from './typed.ts'
import { usePayoutWords } from './words.ts'

interface PayoutFormProps {
  readonly accounts: OfferedAccounts
  readonly balance: Balance
  /** What the operators pay at once. */
  readonly limits: ChoiceLimits
  readonly typed?: Typed
  readonly faults?: readonly FieldFault[]
}

/** The first step of a payout: recipient and amount. Nothing is requested yet. */
export function PayoutForm(props: PayoutFormProps) {
  const { accounts, balance } = props
  const words = usePayoutWords()
  return (
    <PortalFrame title={words.form.title}>
      <p>
        <a href={paths.payouts}>{words.list.all}</a>
      </p>
      <h1>{words.form.title}</h1>
      <div class="grid start">
        {accounts.all === 0 ? (
          <NoAccount accounts={accounts} />
        ) : (
          <div class="stack">
            {accounts.all > shownAtOnce && <AccountSearch path={paths.newPayout} {...accounts} />}
            {accounts.shown.length > 0 && <Asking {...props} />}
          </div>
        )}
        <BalanceCard balance={balance} />
      </div>
    </PortalFrame>
  )
}

function Asking(props: PayoutFormProps) {
  const portal = usePortal()
  const { accounts, balance, limits, typed = untouched(accounts), faults = [] } = props
  const { form: words } = usePayoutWords()
  const { language } = useScope()
  const range = limitsText(limits, language)
  const available = words.available(moneyText(money(balance.available, 'XOF'), language))
  return (
    <div class="card stack">
      <Form action={paths.payoutCheck}>
        <Faults faults={faults} />
        <AccountField
          accounts={accounts}
          chosen={typed.account}
          error={errorAt(faults, fields.account)}
        />
        <TextField
          name={fields.amount}
          label={words.amount}
          inputMode="decimal"
          unit="F CFA"
          hint={range ? `${available} ${words.byPhone(range)}` : available}
          value={typed.amount}
          error={errorAt(faults, fields.amount)}
          maxLength={24}
          isFilter
        />
        <OwnWords typed={typed} faults={faults} />
        <Button>{words.check}</Button>
        <p class="soft small">{words.partOf}</p>
        <div class="row">
          {balanceParts.map((percent) => (
            <Button key={percent} look="quiet" name={partField} value={`${percent}`}>
              {percent === 100 ? words.whole : words.part(`${percent}`)}
            </Button>
          ))}
        </div>
      </Form>
      {portal.place.mode === 'sandbox' && <p class="soft small">{words.bankInLive}</p>}
    </div>
  )
}

/** An untouched form: the most recently paid account is chosen. */
function untouched({ shown: [last] }: OfferedAccounts): Typed {
  return { account: last?.id ?? '', amount: '', reference: '', description: '' }
}

/** The merchant's own reference and description. */
function OwnWords({
  typed,
  faults,
}: {
  readonly typed: Typed
  readonly faults: readonly FieldFault[]
}) {
  const { form: words } = usePayoutWords()
  return (
    <>
      <TextField
        name={fields.description}
        label={words.description}
        value={typed.description}
        error={errorAt(faults, fields.description)}
        maxLength={descriptionLengthMax}
        isOptional
      />
      <TextField
        name={fields.reference}
        label={words.reference}
        value={typed.reference}
        error={errorAt(faults, fields.reference)}
        maxLength={referenceLengthMax}
        isOptional
      />
    </>
  )
}

function NoAccount({ accounts }: Pick<PayoutFormProps, 'accounts'>) {
  const portal = usePortal()
  const { form: words } = usePayoutWords()
  return (
    <Empty title={words.noAccount}>
      <p>{accounts.isAnyPending ? words.accountWaits : words.noAccountText}</p>
      {hasPortalPermission(portal.person, 'accounts.manage') && (
        <ButtonLink href={paths.accounts}>{words.accounts}</ButtonLink>
      )}
    </Empty>
  )
}

function BalanceCard({ balance }: Pick<PayoutFormProps, 'balance'>) {
  const { balance: words } = usePayoutWords()
  const { available, pending, held, reserved } = balance
  // In test mode it is part of what is available.
  const confirming = balance.mode === 'live' ? balance.pendingConfirmation : 0n
  const later = [
    [words.pending, pending],
    [words.pendingConfirmation, confirming],
    [words.held, held],
    [words.reserved, reserved],
  ] as const
  return (
    <div class="card stack">
      <h2>{words.title}</h2>
      <Facts
        facts={[
          ...later.map(([label, minor]) => ({
            label,
            value: minor === 0n ? null : <Amount of={money(minor, 'XOF')} />,
          })),
          { label: words.available, value: <Amount of={money(available, 'XOF')} />, isTotal: true },
        ]}
      />
      <p class="soft small">{words.note}</p>
    </div>
  )
}
