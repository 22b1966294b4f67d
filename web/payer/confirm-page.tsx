import type { Operator } from '#domain/operators/operators.ts'
import { groupedPhone, parsePhone } from '#domain/phone/phone.ts'
import type { PricedMethod } from '#use-cases/payment-links/methods.ts'
import { Button } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Notice } from '#web/design/notice.tsx'
import { useScope } from '#web/design/scope.ts'
import { payPath } from './find.ts'
import { PayerFrame } from './payer-frame.tsx'
import type { Sale } from './sale.ts'
import { payLabel, totalFacts, totalOf } from './totals.tsx'
import { fields, internationalPhone, questionField, type Typed } from './typed.ts'
import { payerWords } from './words.ts'

/** The value of the button that leads back to the form. */
export const changeStep = 'modifier'

/**
 * Confirms what is about to be requested: if the payer has not seen the exact total (no JavaScript, or rates have
 * changed), or if the number seems to belong to another operator.
 */
export function ConfirmPage(props: ConfirmProps) {
  const { sale, typed, method } = props
  const { payable } = sale
  const { language } = useScope()
  const words = payerWords[language]
  const say = words.confirm
  return (
    <PayerFrame title={say.title} {...sale}>
      <h1>{say.question}</h1>
      <Doubts {...props} />
      <form class="card stack" action={payPath(payable)} method="post">
        {hiddenFields(typed, method).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Facts
          facts={[
            { label: say.what, value: payable.title },
            { label: say.operator, value: method.operator.name },
            { label: say.phone, value: <span class="num">{readAloud(typed.phone)}</span> },
            ...totalFacts(method, words),
          ]}
        />
        <Button isFull icon="lock">
          {payLabel(method, language)}
        </Button>
        <Button look="quiet" isFull name={fields.step} value={changeStep}>
          {say.change}
        </Button>
      </form>
    </PayerFrame>
  )
}

interface ConfirmProps {
  readonly sale: Sale
  readonly typed: Typed
  readonly method: PricedMethod
  /** True if the payer has seen another total. */
  readonly isOther: boolean
  /** The operator that the number seems to belong to, if it is not the chosen one. */
  readonly likely?: Operator
}

/** What to look at before the button. */
function Doubts({ method, isOther, likely }: ConfirmProps) {
  const { language } = useScope()
  const say = payerWords[language].confirm
  return (
    <>
      {isOther && (
        <Notice tone="wait" title={say.other}>
          {say.otherText}
        </Notice>
      )}
      {likely && (
        <Notice tone="wait" title={say.likely(likely.name)}>
          {say.likelyText(method.operator.name)}
        </Notice>
      )}
    </>
  )
}

function readAloud(phone: string): string {
  const parsed = parsePhone(internationalPhone(phone))
  return parsed.ok ? groupedPhone(parsed.value.phone) : phone
}

function hiddenFields(typed: Typed, method: PricedMethod): (readonly [string, string])[] {
  return [
    [fields.key, typed.key],
    [fields.total, totalOf(method)],
    [fields.sure, 'oui'],
    [fields.amount, typed.amount],
    [fields.provider, method.operator.code],
    [fields.phone, typed.phone],
    [fields.name, typed.name],
    [fields.email, typed.email],
    ...Object.entries(typed.answers).map(
      ([key, answer]) => [questionField({ key }), answer] as const,
    ),
  ]
}
