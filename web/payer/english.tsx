import type { ComponentChildren } from 'preact'
import type { PayerWords } from './french.tsx'

/** The English texts of payers' pages. */
export const english: PayerWords = {
  amounts: {
    amount: 'Amount',
    fees: 'Fees',
    noFees: 'None',
    total: 'Total',
    debited: 'Debited from your account',
    between: (least, most) => `From ${least} to ${most}`,
    atLeast: (least) => `At least ${least}`,
    atMost: (most) => `At most ${most}`,
    refusedFor: (limits) => `This amount is not accepted. ${limits}.`,
    refused:
      'This amount is not accepted. Write it in figures, and check that it is neither too small nor too large.',
  },
  pay: {
    title: (merchant) => `Pay ${merchant}`,
    payTotal: (total) => `Pay ${total}`,
    goOn: 'Continue',
    away: 'No network: nothing was sent, and nothing is debited. Try again once it is back.',
    preview: (merchant) => `Pay ${merchant} by Mobile Money, without an account.`,
    notTaken: 'The payment was not sent',
    impossible: 'Payment is not possible right now',
    impossibleText: (merchant) =>
      `No operator takes this payment at the moment. Try again later, or contact ${merchant}.`,
    byCard: 'Pay by bank card',
    byMobileMoney: 'Pay by Mobile Money',
    validUntil: (time: ComponentChildren) => <>Valid until {time}</>,
  },
  own: {
    pending: 'A payment is under way',
    pendingText: (amount: ComponentChildren) => (
      <>Your request of {amount} is waiting for your approval. Do not pay a second time.</>
    ),
    follow: 'Follow this payment',
    paid: 'You have already paid',
    paidText: (amount: ComponentChildren) => (
      <>Your payment of {amount} succeeded. Pay again only if you want to pay a second time.</>
    ),
    lastText: (amount: ComponentChildren) => <>Your payment of {amount} succeeded.</>,
    seeReceipt: 'See the receipt',
    denied: 'Your payment was cancelled by the operator',
    deniedText: (amount: ComponentChildren) => (
      <>Your payment of {amount} had succeeded. Read what happened before you pay again.</>
    ),
    seeDenied: 'See what happened',
  },
  form: {
    amount: 'Amount to pay',
    phone: 'Your Mobile Money number',
    operator: 'Your operator',
    totalOf: (total) => `Total: ${total}`,
    name: 'Your name',
    email: 'Your e-mail address',
    cardNumber: 'Card number',
    cardExpiry: 'Expiry date',
    cardExpiryExample: 'MM/YY',
    cardCode: 'Security code',
    cardCodeHint: 'The 3 digits on the back, or the 4 on the front of an American Express',
  },
  faults: {
    missingAmount: 'Enter the amount to pay.',
    missingPhone: 'Enter the Mobile Money number that pays.',
    missingAnswer: 'Answer this question.',
    unreadableAnswer: 'This answer is not in the form that was asked for.',
    provider: 'Choose your operator: this number does not tell us which it is.',
    abroad: 'Numbers of this country cannot pay here. Enter a number of Benin.',
    phone: 'This number is not valid. Write it like this: 01\u00A097\u00A000\u00A000\u00A000.',
    name: 'Enter your name.',
    email: 'Enter a valid e-mail address, like awa@example.bj.',
    cardExpiry: 'Write the expiry date like this: 09/28.',
    cardCode: 'Enter the three or four digits of the security code.',
  },
  cardFaults: {
    invalid_card_number: 'This card number is not right. Check each digit.',
    unsupported_card_network: 'We take Visa, Mastercard and American Express.',
    expired_card: 'This card has expired. Use another one.',
    missing_field: 'Enter the card number.',
  },
  refusals: {
    idempotency_conflict:
      'You have already sent a payment from this page, with other details. Follow that one first; send this one only if the first did not succeed.',
    rate_limited:
      'Too many requests were sent to this number or to this merchant. Wait a few minutes, then try again.',
    request_in_progress: 'Your request is already under way. Wait a moment, then try again.',
  },
  confirm: {
    title: 'Confirm',
    question: 'Is everything right?',
    other: 'The total has changed',
    otherText: 'It is no longer the one that you saw: look at it before you pay.',
    likely: (operator) => `This number seems to be with ${operator}`,
    likelyText: (operator) =>
      `Continue with ${operator} if you changed operators and kept your number.`,
    what: 'For',
    operator: 'Operator',
    phone: 'Number',
    change: 'Change',
  },
  waiting: {
    onPhone: 'Approve on your phone',
    underWay: 'Payment under way',
    atBank: 'Approve with your bank',
    bankAnswers: 'Your bank answers within a few seconds.',
    openBank: 'Open my bank’s page',
    comeBack:
      'Approve the payment there, then come back here: this page tells you at once when it is paid.',
    arrives: (operator, phone: ComponentChildren) => (
      <>
        A request from {operator} is on its way to {phone}.
      </>
    ),
    approve: (operator) => `Approve the ${operator} request on your phone by entering your PIN.`,
    tells: 'This page tells you at once when it is paid.',
    asked: (from, until) => (
      <>
        Requested at {from}: you have until {until} to approve it.
      </>
    ),
    test: 'Test mode: no request is sent, the result comes by itself.',
    nothingCame: 'Nothing received?',
    isPhoneOn: 'Check that this phone is on and has a signal.',
    dial: (code: ComponentChildren) => (
      <>Dial {code}: the request may be waiting there for your approval.</>
    ),
    wrongNumber:
      'Is the number wrong? Approve nothing: the request is cancelled by itself when its time is up.',
    otherNumber: 'Pay with another number',
  },
  paid: {
    title: 'Paid',
    testTitle: 'Paid (test)',
    to: (merchant: ComponentChildren) => <>to {merchant}</>,
    print: 'Print or save',
    pdf: 'Receipt as PDF',
    verify: 'Verify this receipt',
    shared: (merchant) => `Payment receipt from ${merchant}`,
    refunded: 'Payment refunded since',
    refundedText: (amount: ComponentChildren) => <>{amount} were given back to you.</>,
    seller: 'Seller',
    what: 'For',
    total: 'Total paid',
    debited: 'Debited',
    method: 'Paid with',
    phone: 'Number',
    name: 'Name',
    date: 'Date',
    number: 'Receipt no.',
    operatorReference: 'Operator ref.',
    code: 'QR code that opens the page where this receipt is verified',
  },
  denied: {
    title: 'Payment cancelled by the operator',
    answered: (method) =>
      `This payment had succeeded. ${method} has since told us that it did not take the money, or gave it back.`,
    ask: (method) =>
      `Is the money missing from your account? Ask ${method}, with the details below.`,
    decides: (merchant: ComponentChildren) => (
      <>What becomes of your purchase is for {merchant} to decide: ask them before you pay again.</>
    ),
  },
  failed: {
    title: 'Payment not completed',
    late: {
      title: 'Debited too late',
      owed: 'The money was taken after the time was up, so this payment does not count. You will get all of it back, and need not do anything.',
      givenBack:
        'The money was taken after the time was up, so this payment does not count. You got all of it back.',
    },
    noMore: 'It is no longer possible to pay here.',
    again: 'Try again',
    otherNumber: 'With another number',
    with: (operator) => `With ${operator}`,
    byCard: 'By bank card',
    byMobileMoney: 'By Mobile Money',
  },
  closed: {
    cancelled: {
      title: 'Payment cancelled',
      text: 'The merchant cancelled this payment. Nothing is debited.',
    },
    expired: {
      title: 'Time is up',
      text: 'This payment request is no longer valid. Nothing is debited. Ask the merchant for a new one.',
    },
    paid: {
      title: 'Already paid',
      text: 'This payment was received. Do not pay a second time.',
    },
    in_progress: {
      title: 'Payment under way',
      text: 'Somebody is paying right now, perhaps from another phone. If it is you, approve the request on your phone. This page updates by itself.',
    },
    unknown: {
      title: 'Payment not found',
      text: 'This address leads to no payment. Scan the QR code again, or ask the merchant for the link.',
    },
  },
  contact: {
    ask: (merchant) => `Any question? Contact ${merchant}`,
    byPhone: ' on ',
    orByEmail: ' or ',
    byEmail: ' by e-mail: ',
  },
  shop: {
    back: (host) => `Back to ${host}`,
    backUnpaid: (host) => `Cancel and go back to ${host}`,
  },
}
