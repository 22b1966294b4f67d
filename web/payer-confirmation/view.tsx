import type { PayerPage } from '#use-cases/sandbox/authorisations.ts'
import { Button } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Form } from '#web/design/form.tsx'
import { Frame } from '#web/design/frame.tsx'
import { Amount } from '#web/design/money.tsx'
import { Verdict } from '#web/design/verdict.tsx'
import { useConfirmationWords } from './words.ts'

/** The question while it is open, then the answer, or that it is too late. */
export function PayerConfirmation({
  page,
  action,
}: {
  readonly page: PayerPage
  readonly action: string
}) {
  const words = useConfirmationWords()
  if (page.answer === 'accepted') {
    return (
      <Ended tone="ok" icon="check" title={words.accepted}>
        {words.acceptedText}
      </Ended>
    )
  }
  if (page.answer === 'refused') {
    return (
      <Ended tone="bad" icon="cross" title={words.refused}>
        {words.refusedText}
      </Ended>
    )
  }
  if (page.isClosed) {
    return (
      <Ended tone="still" icon="clock" title={words.late}>
        {words.lateText}
      </Ended>
    )
  }
  return <Question page={page} action={action} />
}

function Question({ page, action }: { readonly page: PayerPage; readonly action: string }) {
  const isCard = page.cardLast4 !== null
  const words = useConfirmationWords()
  const say = isCard ? words.card : words.mandate
  return (
    <Frame title={say.title} isTest>
      <h1>{say.title}</h1>
      <p>{say.ask}</p>
      <Facts
        facts={[
          { label: words.cardNumber, value: isCard ? `•••• ${page.cardLast4}` : null },
          { label: words.amount, value: <Amount of={page.amount} />, isTotal: true },
        ]}
      />
      <Form action={action}>
        <Button name="decision" value="accepted" isFull>
          {say.accept}
        </Button>
        <Button name="decision" value="refused" look="quiet" isFull>
          {words.refuse}
        </Button>
      </Form>
    </Frame>
  )
}

function Ended({
  children,
  ...verdict
}: Pick<Parameters<typeof Verdict>[0], 'tone' | 'icon' | 'title'> & {
  readonly children: string
}) {
  return (
    <Frame title={verdict.title} isTest>
      <Verdict {...verdict}>
        <p class="soft">{children}</p>
      </Verdict>
    </Frame>
  )
}
