import { decimalsOf } from '#domain/money/currency.ts'
import { mobileOperators } from '#domain/operators/operators.ts'
import { unitText } from '#domain/text/text.ts'
import type { OpenTill } from '#use-cases/collections/till.ts'
import { More } from '#web/design/ask.tsx'
import { Button } from '#web/design/button.tsx'
import { PhoneField, SelectField, TextField } from '#web/design/field.tsx'
import { Faults, type FieldFault, Form } from '#web/design/form.tsx'
import { Notice } from '#web/design/notice.tsx'
import { useScope } from '#web/design/scope.ts'
import { errorAt } from '#web/http/refused.ts'
import { type ChoiceLimits, limitsText } from '#web/payer/limits.ts'
import { countryCode } from '#web/payer/typed.ts'
import { ClosedMode } from '#web/portal/dashboard/closed-mode.tsx'
import { paths } from '#web/portal/paths.ts'
import { usePortal } from '#web/portal/portal-page.ts'
import { WriteMarks } from '#web/portal/write-form.tsx'
import { CollectFrame } from './frame.tsx'
import { fields, type TypedSale } from './typed.ts'
import { useCollectWords } from './words.tsx'

interface CollectPageProps {
  /** None for cashiers, whose till is that of their point of sale. */
  readonly tills: readonly OpenTill[]
  /** True if no terminal of a cashier's point of sale may take payments. */
  readonly isClosed: boolean
  readonly limits: ChoiceLimits
  readonly typed: TypedSale
  readonly faults: readonly FieldFault[]
}

/** The till for people without another: an amount, then a number to ask or a code to show. */
export function CollectPage(props: CollectPageProps) {
  const words = useCollectWords().form
  const { counter } = usePortal()
  const { isClosed } = props
  return (
    <CollectFrame title={words.title}>
      <h1>{words.title}</h1>
      {counter && <p class="soft">{counter.name}</p>}
      <ClosedMode />
      {isClosed ? <Notice tone="wait">{words.closed}</Notice> : <SaleForm {...props} />}
    </CollectFrame>
  )
}

function SaleForm(props: CollectPageProps) {
  const words = useCollectWords().form
  const { tills, typed, faults } = props
  return (
    <Form action={paths.askedNumber}>
      <Faults faults={faults} />
      <WriteMarks />
      <Sale {...props} />
      <Button isFull icon="phone">
        {words.ask}
      </Button>
      <Button isFull look="quiet" action={paths.shownCode}>
        {words.showCode}
      </Button>
      {tills.length > 0 && <TillField tills={tills} typed={typed} faults={faults} />}
      <Rest typed={typed} faults={faults} />
    </Form>
  )
}

function Sale({ limits, typed, faults }: CollectPageProps) {
  const { place } = usePortal()
  const words = useCollectWords().form
  const { language } = useScope()
  const { currency, mode } = place
  return (
    <>
      <div class="sum">
        <TextField
          name={fields.amount}
          label={words.amount}
          inputMode={decimalsOf(currency) === 0 ? 'numeric' : 'decimal'}
          unit={unitText(currency, language)}
          hint={limitsText(limits, language)}
          autocomplete="off"
          maxLength={20}
          value={typed.amount}
          error={errorAt(faults, fields.amount)}
          isFirst
        />
      </div>
      <PhoneField
        name={fields.phone}
        label={words.phone}
        hint={mode === 'sandbox' ? words.testHint : undefined}
        countryCode={countryCode}
        value={typed.phone}
        error={errorAt(faults, fields.phone)}
        isFilter
        isOfAnother
      />
    </>
  )
}

type PartProps = Pick<CollectPageProps, 'typed' | 'faults'>

/** The cash session of the sale; remembered until another is chosen. */
function TillField({ tills, typed, faults }: PartProps & Pick<CollectPageProps, 'tills'>) {
  const words = useCollectWords().form
  return (
    <SelectField
      name={fields.till}
      label={words.till}
      value={typed.till}
      options={[['', words.noTill], ...tills.map(tillOption)]}
      error={errorAt(faults, fields.till)}
      isFilter
    />
  )
}

function tillOption({ id, terminal, operator }: OpenTill) {
  return [id, `${terminal.label} · ${operator.name}`] as const
}

function Rest({ typed, faults }: PartProps) {
  const words = useCollectWords().form
  const isUsed = rest.some(
    (name) => typed[name] !== '' || errorAt(faults, fields[name]) !== undefined,
  )
  return (
    <More title={words.rest} isOpen={isUsed}>
      <div class="stack">
        {texts.map((name) => (
          <TextField
            key={name}
            name={fields[name]}
            label={words[name]}
            autocomplete="off"
            maxLength={255}
            value={typed[name]}
            error={errorAt(faults, fields[name])}
            isFilter
          />
        ))}
        <SelectField
          name={fields.provider}
          label={words.provider}
          value={typed.provider}
          options={[['', words.byNumber], ...providers]}
          error={errorAt(faults, fields.provider)}
          isFilter
        />
      </div>
    </More>
  )
}

const rest = ['name', 'description', 'provider'] as const

const texts = ['name', 'description'] as const

const providers = mobileOperators.map(({ code, name }) => [code, name] as const)
