import { More } from '#web/design/ask.tsx'
import { useScope } from '#web/design/scope.ts'
import { samples } from './samples.ts'
import { useWebhookWords } from './words.ts'

/** How a receiver verifies what it gets, as code to copy beside the secret (docs/webhooks.md#signatures). */
export function Verification({ standardSecret }: { readonly standardSecret: string }) {
  const { language } = useScope()
  const { verification } = useWebhookWords()
  return (
    <section class="card stack">
      <h2>{verification.title}</h2>
      <p class="soft">{verification.text(<code>{standardSecret}</code>)}</p>
      {programmings.map((name) => (
        <More title={verification.samples[name]}>
          <pre class="code" tabIndex={0}>
            {samples[language][name]}
          </pre>
        </More>
      ))}
      <p class="soft small">
        {verification.afterwards(<code>payload</code>, <code>webhook-id</code>)}
      </p>
    </section>
  )
}

const programmings = ['node', 'php', 'python'] as const
