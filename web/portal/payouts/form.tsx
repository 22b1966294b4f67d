import { descriptionLengthMax, referenceLengthMax } from '#domain/transactions/texts.ts'
import type { AuthorizedAccount } from '#domain/authorized-accounts/account.ts'
import { money, type Money, subtract } from '#domain/money/money.ts'
import { hasPortalPermission } from '#domain/people/person.ts'
import type { Balance } from '#use-cases/balance/read.ts'
import { Button, ButtonLink } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { Facts } from '#web/design/facts.tsx'
import { TextField } from '#web/design/field.tsx'
import { Faults, type FieldFault, Form } from '#web/design/form.tsx'
import { Amount } from '#web/design/money.tsx'
import { useScope } from '#web/design/scope.ts'
import { type ChoiceLimits, limitsText } from '#web/payer/limits.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { errorAt } from '#web/http/refused.ts'
import { groupedPhone } from '#domain/phone/phone.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import type { PayoutOrder } from '#use-cases/payouts/request.ts'
import type { PayoutOffer } from '#use-cases/pricing/payout-offer.ts'
import { providerName } from './detail.tsx'
import { AccountField, accountField, AccountSearch, unsearchedMax } from './account-field.tsx'
import { accountsLike } from './recent-accounts.ts'
import { usePayoutWords } from './words.ts'

interface PayoutFormProps {
  readonly portal: Portal
  /** The most recently paid first. */
  readonly accounts: readonly AuthorizedAccount[]
  readonly balance: Balance
  /** What the operators pay at once. */
  readonly limits: ChoiceLimits
  /** The search for accounts; empty for none. */
  readonly search: string
  readonly typed?: Typed
  readonly faults?: readonly FieldFault[]
}

/** The first step of a payout: recipient and amount. Nothing is requested yet. */
export function PayoutForm(props: PayoutFormProps) {
  const { portal, accounts, balance } = props
  const words = usePayoutWords()
  // Bank transfers exist in live mode only.
  const isOffered = ({ status, type }: AuthorizedAccount): boolean =>
    status === 'active' && (type === 'mobile_money' || portal.place.mode === 'live')
  const all = accounts.filter(isOffered)
  const offered = accountsLike(all, props.search)
  return (
    <PortalFrame portal={portal} title={words.form.title}>
      <p>
        <a href={paths.payouts}>{words.list.all}</a>
      </p>
      <h1>{words.form.title}</h1>
      <div class="grid start">
        {all.length === 0 ? (
          <NoAccount accounts={accounts} portal={portal} />
        ) : (
          <div class="stack">
            {all.length > unsearchedMax && (
              <AccountSearch search={props.search} found={offered.length} />
            )}
            {offered.length > 0 && <Asking {...props} accounts={offered} />}
          </div>
        )}
        <BalanceCard balance={balance} />
      </div>
    </PortalFrame>
  )
}

function Asking(props: PayoutFormProps) {
  const { portal, accounts, limits, typed = untouched(accounts), faults = [] } = props
  const { form: words } = usePayoutWords()
  const range = limitsText(limits, useScope().language)
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
          hint={range && words.byPhone(range)}
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
function untouched([last]: readonly AuthorizedAccount[]): Typed {
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

function NoAccount({ accounts, portal }: Pick<PayoutFormProps, 'accounts' | 'portal'>) {
  const { form: words } = usePayoutWords()
  const isWaiting = accounts.some(({ status }) => status === 'pending')
  return (
    <Empty title={words.noAccount}>
      <p>{isWaiting ? words.accountWaits : words.noAccountText}</p>
      {hasPortalPermission(portal.person, 'accounts.manage') && (
        <ButtonLink href={paths.accounts}>{words.accounts}</ButtonLink>
      )}
    </Empty>
  )
}

function BalanceCard({ balance }: Pick<PayoutFormProps, 'balance'>) {
  const { balance: words } = usePayoutWords()
  const { available, pending, pendingConfirmation, reserved } = balance
  const later = [
    [words.pending, pending],
    [words.pendingConfirmation, pendingConfirmation],
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

/** The second step: the exact figures, and the password that confirms them. */
export function PayoutConfirm({
  portal,
  wish,
  typed,
  faults = [],
}: {
  readonly portal: Portal
  readonly wish: PricedWish
  readonly typed: Typed
  readonly faults?: readonly FieldFault[]
}) {
  const { confirm: words } = usePayoutWords()
  const { pricing } = wish.offer
  const isBank = wish.account.type === 'bank'
  const kept = { ...typed, total: `${pricing.amountCharged.minor}` }
  const names = Object.keys(fields) as (keyof typeof fields)[]
  return (
    <PortalFrame portal={portal} title={words.title}>
      <h1>{words.title}</h1>
      <div class="grid start">
        <Figures wish={wish} />
        <div class="card stack">
          <WriteForm
            portal={portal}
            action={paths.newPayout}
            faults={faults}
            button={isBank ? words.askTransfer : words.sendMoney}
          >
            {names.map((name) => (
              <input key={name} type="hidden" name={fields[name]} value={kept[name]} />
            ))}
            <p class="soft">{isBank ? words.transferText : words.phoneText}</p>
          </WriteForm>
          <p>
            <a href={paths.newPayout}>{words.startOver}</a>
          </p>
        </div>
      </div>
    </PortalFrame>
  )
}

function Figures({ wish }: { readonly wish: PricedWish }) {
  const { confirm: words } = usePayoutWords()
  const { account, offer, order, available } = wish
  const { pricing } = offer
  const before: Money = money(available, 'XOF')
  return (
    <div class="card stack">
      <p>
        <Amount of={pricing.net} isHero />
      </p>
      <Facts
        facts={[
          { label: words.to, value: account.holderName },
          { label: words.through, value: providerName(offer.provider) },
          {
            label: account.type === 'bank' ? words.account : words.phone,
            value: account.type === 'bank' ? account.accountMasked : groupedPhone(account.phone),
          },
          { label: words.description, value: order.description },
          { label: words.reference, value: order.reference },
        ]}
      />
      <Facts
        facts={[
          { label: words.received, value: <Amount of={pricing.net} /> },
          { label: words.fees, value: <Amount of={pricing.fees.amount} /> },
          {
            label: words.taken,
            value: <Amount of={pricing.amountCharged} />,
            isTotal: true,
          },
        ]}
      />
      <Facts
        facts={[
          { label: words.available, value: <Amount of={before} /> },
          {
            label: words.after,
            value: <Amount of={subtract(before, pricing.amountCharged)} />,
          },
        ]}
      />
    </div>
  )
}

/** The buttons that pay out a part of the balance, in percent. */
export const partField = 'part'
export const balanceParts = [25, 50, 100] as const

/** Names of the fields. */
export const fields = {
  account: accountField,
  amount: 'montant',
  reference: 'reference',
  description: 'libelle',
  /**
   * The total taken from the balance as it was shown, minor units: the payout is confirmed at this total or not at
   * all.
   */
  total: 'total',
} as const

/** The typed fields, as they are shown again. */
export type Typed = Readonly<Record<Exclude<keyof typeof fields, 'total'>, string>>

/** A requested payout with its price, as shown before it is confirmed. */
export interface PricedWish {
  readonly account: AuthorizedAccount
  readonly order: PayoutOrder
  readonly offer: PayoutOffer
  /** Minor units of XOF. */
  readonly available: bigint
}
