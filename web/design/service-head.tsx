import { serviceNames } from '#domain/text/service-name.ts'
import { MerchantHead } from './merchant.tsx'
import { useScope } from './scope.ts'

/** The head of a page that speaks for the service itself: its mark and its name. */
export function ServiceHead({ note }: { readonly note: string }) {
  const { assetPath, language } = useScope()
  const service = { publicName: serviceNames[language], logoPath: assetPath('icon.svg') }
  return <MerchantHead merchant={service} note={note} />
}
