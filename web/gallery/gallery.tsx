import { useScope } from '#web/design/scope.ts'
import { Frame } from '#web/design/frame.tsx'
import { MerchantHead } from '#web/design/merchant.tsx'
import { Menu, type MenuGroup } from '#web/design/navigation.tsx'
import { html, redirect } from '#web/http/answer.ts'
import { type PageRoute, publicPage } from '#web/http/route.ts'
import { money } from '#domain/money/money.ts'
import { BarChart } from '#web/design/chart.tsx'
import { Chips } from '#web/design/chips.tsx'
import { ShareList } from '#web/design/share-list.tsx'
import { Amount, moneyText } from '#web/design/money.tsx'
import { Qr } from '#web/design/qr.tsx'
import { Stat } from '#web/design/stat.tsx'
import { ExactTime } from '#web/design/time.tsx'
import { Ask, More } from '#web/design/ask.tsx'
import { Badge, StatusBadge } from '#web/design/badge.tsx'
import { Button } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { Form } from '#web/design/form.tsx'
import { Notice } from '#web/design/notice.tsx'
import { Progress, Skeleton, Spinner } from '#web/design/progress.tsx'
import { OneTimeSecret } from '#web/design/secret.tsx'
import { Verdict } from '#web/design/verdict.tsx'
import { Forms, Lists, Shelf } from './forms.tsx'
import { Identity } from './identity.tsx'

/** Every component on one page. */
function Gallery() {
  const merchant = { publicName: 'Boutique Ganhi', logoPath: null }
  return (
    <Frame
      title="Composants des pages"
      head={<MerchantHead merchant={merchant} note="Marché Dantokpa, Cotonou" />}
      menu={<Menu label="Documentation" groups={pages} root="/docs" />}
      isWide
      isLive
      isTest
      isPortal
      script="chart.js"
    >
      <h1>Composants des pages</h1>
      <div class="stack-l">
        <Identity />
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

/** Shows every component on one page, for page developers; not served in production. Its forms do nothing. */
export function galleryPages(): readonly PageRoute[] {
  const path = '/design'
  return [
    publicPage({ method: 'GET', path, handler: () => html(<Gallery />) }),
    publicPage({ method: 'POST', path, handler: () => redirect(path) }),
  ]
}

const week = [
  ['lun.', 125_000n],
  ['mar.', 82_500n],
  ['mer.', 0n],
  ['jeu.', 143_250n],
  ['ven.', 201_000n],
  ['sam.', 240_500n],
  ['dim.', 61_000n],
] as const

const sumText = (minor: bigint) => moneyText(money(minor, 'XOF'))

const points = week.map(([label, minor]) => ({
  label,
  name: label,
  value: Number(minor),
  text: sumText(minor),
  before: { name: 'avant', value: 100_000, text: sumText(100_000n) },
}))

function Figures({ now }: { readonly now: Date }) {
  return (
    <Shelf title="Chiffres">
      <div class="grid">
        <Stat label="Disponible" note="Retirable maintenant">
          <Amount of={money(853_250n, 'XOF')} />
        </Stat>
        <Stat label="Dernier mouvement" note={<ExactTime at={now} />}>
          <Amount of={money(-40_000n, 'XOF')} isSigned />
        </Stat>
        <Stat label="Prix en euros">
          <Amount of={money(1_250n, 'EUR')} />
        </Stat>
      </div>
      <div class="grid">
        <div class="card">
          <BarChart title="Encaissements de la semaine" points={points} />
        </div>
        <div class="card">
          <Chips
            label="Période"
            chips={[
              { href: '/design', label: 'Aujourd’hui', isOn: true },
              { href: '/design#hier', label: 'Échoués', count: '12', isOn: false },
            ]}
          />
          <Operators />
        </div>
        <div class="card">
          <Qr
            text="https://pay.example.com/l/ganhi"
            label="Code QR qui ouvre la page de paiement"
          />
        </div>
      </div>
      <p>
        <Amount of={money(1_250_000n, 'XOF')} isHero />
      </p>
    </Shelf>
  )
}

function Operators() {
  const { assetPath } = useScope()
  return (
    <ShareList
      rows={[
        {
          label: 'MTN',
          picture: assetPath('mtn-benin.svg'),
          value: 2,
          text: sumText(82_500n),
          note: '12 paiements',
        },
        { label: 'Moov', href: '/design#moov', value: 1, text: sumText(41_250n) },
      ]}
    />
  )
}

function Messages() {
  return (
    <Shelf title="Messages et états">
      <div class="grid">
        <Notice tone="ok" title="Paiement reçu">
          Les fonds sont sur votre solde.
        </Notice>
        <Notice tone="wait" title="Confirmez sur votre téléphone">
          Composez votre code secret quand MTN vous le demande.
        </Notice>
        <OneTimeSecret
          title="Copiez-le maintenant"
          secret="whsec_7d1f0c2ba94e"
          copy="Copier le secret"
          note="Il n’est affiché qu’une fois."
        />
        <Notice tone="info">Les webhooks sont envoyés en moins d’une minute.</Notice>
      </div>
      <div class="row">
        {(['pending', 'succeeded', 'failed', 'expired', 'cancelled'] as const).map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
        <Badge tone="info">Réel</Badge>
      </div>
      <div class="grid">
        <div class="card">
          <Verdict tone="ok" icon="check" title="C’est payé">
            <p class="soft">Vous pouvez fermer cette page.</p>
          </Verdict>
        </div>
        <Empty title="Aucun paiement aujourd’hui">Le premier apparaîtra ici aussitôt.</Empty>
        <div class="card stack">
          <Spinner label="En attente de l’opérateur…" />
          <Progress label="Temps restant" value={40} max={60} />
          <Skeleton lines={3} />
        </div>
      </div>
      <Ask button="Rembourser" icon="back">
        <p>Rembourser la totalité du paiement à Awa D.{'\u00A0'}?</p>
        <Form action="/design">
          <Button>Oui, rembourser</Button>
        </Form>
      </Ask>
      <More title={`Pourquoi ces frais\u00A0?`}>
        <p class="soft">Ils rémunèrent l’opérateur et le service.</p>
      </More>
    </Shelf>
  )
}
