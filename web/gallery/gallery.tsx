import { useScope } from '#web/design/scope.ts'
import { Frame } from '#web/design/frame.tsx'
import { MerchantHead } from '#web/design/merchant.tsx'
import { Tabs } from '#web/design/navigation.tsx'
import { Figures } from './figures.tsx'
import { Forms } from './forms.tsx'
import { Lists } from './lists.tsx'
import { Messages } from './messages.tsx'

/** The whole design on one page. */
export function Gallery() {
  const merchant = { publicName: 'Boutique Ganhi', logoPath: null }
  const tabs = [
    { href: '/design', label: 'Composants' },
    { href: '/docs', label: 'Référence de l’API' },
    { href: '/docs/erreurs', label: 'Codes d’erreur' },
  ]
  return (
    <Frame
      title="Composants des pages"
      head={<MerchantHead merchant={merchant} note="Marché Dantokpa, Cotonou" />}
      isWide
      isLive
      isTest
    >
      <Tabs label="Documentation" tabs={tabs} />
      <h1>Composants des pages</h1>
      <div class="stack-l">
        <Forms />
        <Messages />
        <Lists />
        <Figures now={useScope().now} />
      </div>
    </Frame>
  )
}
