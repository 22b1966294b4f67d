import { languages } from '#domain/text/language.ts'
import { serviceName, serviceNames } from '#domain/text/service-name.ts'
import { type AssetFile, assetPathOf } from '#http/asset-files.ts'
import { paths as portal } from '#web/portal/paths.ts'
import { paths as staff } from '#web/staff/paths.ts'
import { manifestNames } from './manifest-names.ts'
import { day } from './palette.ts'
import { designWords } from './words.tsx'

/** What a phone needs to install pages as an app: their name, start page and icons. */
export function manifests(icons: readonly AssetFile[]): AssetFile[] {
  return apps.map(({ file, ...app }) => ({
    name: file,
    content: Buffer.from(JSON.stringify({ ...app, ...common, icons: iconsOf(icons) })),
  }))
}

/** Each has its own name, shown on the phone, and its own addresses. */
const apps = [
  ...languages.map((lang) => {
    const words = designWords[lang].app
    return {
      file: manifestNames.portal[lang],
      lang,
      id: portal.home,
      name: words.name(serviceNames[lang]),
      short_name: words.shortName,
      description: words.description,
      start_url: portal.home,
      scope: portal.home,
      theme_color: day.paper,
      shortcuts: [
        { name: words.collect, url: portal.collect },
        { name: words.payments, url: portal.transactions },
      ],
    }
  }),
  {
    file: manifestNames.staff.fr,
    lang: 'fr',
    id: staff.home,
    name: `${serviceName}\u00A0: espace de l’équipe`,
    short_name: 'Équipe',
    description: 'Réservé au service.',
    start_url: staff.home,
    scope: staff.home,
    theme_color: day.rail,
  },
]

const common = { dir: 'ltr', display: 'standalone', background_color: day.paper }

function iconsOf(files: readonly AssetFile[]) {
  return icons.map(({ name, ...icon }) => {
    const file = files.find((one) => one.name === name)
    if (file === undefined) throw new RangeError(`no such icon: ${name}`)
    return { src: assetPathOf(file), ...icon }
  })
}

const icons = [
  { name: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  { name: 'icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { name: 'icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { name: 'icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]
