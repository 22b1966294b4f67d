import { money, type Money, subtract } from '#domain/money/money.ts'
import { groupedPhone } from '#domain/phone/phone.ts'
import { Facts } from '#web/design/facts.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { Amount } from '#web/design/money.tsx'
import { useAccountWords } from '#web/portal/authorized-accounts/words.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { fields, type PricedWish, type Typed } from './typed.ts'
import { usePayoutWords } from './words.ts'
import { providerName } from '#domain/operators/names.ts'

/** The second step: the exact figures, and the password that confirms them. */
export function PayoutConfirm({
  wish,
  typed,
  faults = [],
}: {
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
    <PortalFrame title={words.title}>
      <h1>{words.title}</h1>
      <div class="grid start">
        <Figures wish={wish} />
        <div class="card stack">
          <WriteForm
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
  const { name: accountWords } = useAccountWords()
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
          { label: accountWords.label, value: account.ownName },
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
            label: words.debited,
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
