import type { ComponentChildren } from 'preact'
import type { Payable } from '#domain/payment-links/payable.ts'
import type { ReceiptMerchant } from '#domain/receipts/receipt.ts'
import { Frame, type Preview } from '#web/design/frame.tsx'
import { MerchantHead } from '#web/design/merchant.tsx'
import { ShopMark } from './shop-return.tsx'

interface PayerFrameProps {
  readonly title: string
  readonly payable: Payable
  readonly merchant: ReceiptMerchant
  readonly refreshSeconds?: number | undefined
  readonly preview?: Preview | undefined
  readonly children: ComponentChildren
}

/** The frame of all payers' pages, which shows the merchant. */
export function PayerFrame({ title, payable, merchant, children, ...rest }: PayerFrameProps) {
  return (
    <Frame
      title={`${title} · ${merchant.publicName}`}
      head={<MerchantHead merchant={merchant} note={merchant.address} />}
      isTest={payable.seller.mode === 'sandbox'}
      isForPayers
      iconPath={merchant.logoPath}
      {...rest}
    >
      {children}
      <ShopMark payable={payable} />
    </Frame>
  )
}
