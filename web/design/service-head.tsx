import { serviceNames } from '#domain/text/service-name.ts'
import { MerchantHead } from './merchant.tsx'
import { useScope } from './scope.ts'

/** The head of a page of the service itself: its logo and its name. */
export function ServiceHead({ note }: { readonly note: string }) {
  const { assetPath, language } = useScope()
  const service = { publicName: serviceNames[language], logoPath: assetPath('icon.svg') }
  return <MerchantHead merchant={service} note={note} />
}
