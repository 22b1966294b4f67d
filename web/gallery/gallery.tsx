import { useScope } from '#web/design/scope.ts'
import { Frame } from '#web/design/frame.tsx'
import { MerchantHead } from '#web/design/merchant.tsx'
import { Menu, type MenuGroup } from '#web/design/navigation.tsx'
import { Figures } from './figures.tsx'
import { Forms } from './forms.tsx'
import { Lists } from './lists.tsx'
import { Messages } from './messages.tsx'

/** The whole design on one page. */
export function Gallery() {
  const merchant = { publicName: 'Boutique Ganhi', logoPath: null }
  return (
    <Frame
      title="Composants des pages"
      head={<MerchantHead merchant={merchant} note="Marché Dantokpa, Cotonou" />}
      menu={<Menu label="Documentation" groups={pages} root="/docs" />}
      isWide
      isLive
      isTest
    >
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

const pages: readonly MenuGroup[] = [
  { label: null, entries: [{ href: '/design', label: 'Composants' }] },
  {
    label: 'API',
    entries: [
      { href: '/docs', label: 'Référence' },
      { href: '/docs/erreurs', label: 'Codes d’erreur' },
    ],
  },
]
