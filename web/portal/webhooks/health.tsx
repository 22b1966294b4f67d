import type { EndpointHealth } from '#use-cases/webhooks/read-health.ts'
import { Time } from '#web/design/time.tsx'
import { errorText } from '#web/transactions/delivery-errors.ts'

/** How much of the last 24 hours was received, and what was missed last. */
export function Health({ health }: { readonly health: EndpointHealth | undefined }) {
  const { delivered = 0, missed = 0, lastMiss = null } = health ?? {}
  if (delivered + missed === 0) return <span class="soft">Rien à livrer</span>
  const share = Math.floor((delivered / (delivered + missed)) * 100)
  return (
    <>
      <span>{`${share}\u00A0% livrés`}</span>
      {lastMiss !== null && (
        <div class="soft small">
          Échec <Time at={lastMiss.at} />
          {lastMiss.error !== null && ` · ${errorText(lastMiss.error)}`}
        </div>
      )}
    </>
  )
}
