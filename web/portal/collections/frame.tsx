import type { ComponentChildren } from 'preact'
import { ButtonLink } from '#web/design/button.tsx'
import { Frame } from '#web/design/frame.tsx'
import { MerchantHead } from '#web/design/merchant.tsx'
import { paths } from '#web/portal/paths.ts'
import { usePortal } from '#web/portal/portal-page.ts'
import { usePortalWords } from '#web/portal/words.tsx'
import { useCollectWords } from './words.tsx'

/** The frame of a sale: it fills a phone's screen, with no navigation except the way out. */
export function CollectFrame({
  title,
  refreshSeconds,
  children,
}: {
  readonly title: string
  readonly refreshSeconds?: number | undefined
  readonly children: ComponentChildren
}) {
  const { place, counter } = usePortal()
  return (
    <Frame
      title={`${title} · ${place.publicName}`}
      head={
        <MerchantHead merchant={place} note={usePortalWords().modes[place.mode]}>
          <ButtonLink href={counter === null ? paths.home : paths.daySales} look="quiet">
            {useCollectWords().close}
          </ButtonLink>
        </MerchantHead>
      }
      isTest={place.mode === 'sandbox'}
      own="portal"
      script="collect.js"
      refreshSeconds={refreshSeconds}
    >
      {children}
    </Frame>
  )
}
