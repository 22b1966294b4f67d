import type { ComponentChildren } from 'preact'
import type { PayoutWords } from './french.tsx'

/** What the pages of payouts say, in English. */
export const english: PayoutWords = {
  list: {
    title: 'Payouts',
    caption: 'Payouts, newest first',
    all: 'All payouts',
    add: 'New payout',
    standing: 'Standing orders',
    byFile: 'By file',
    none: 'No payouts yet',
    noneText:
      'Pay out your balance to a Mobile Money number or a bank account that you have authorized.',
    noneInState: 'No payouts match',
    through: 'Operator or bank',
    throughAll: 'All',
    seeAll: 'View all payouts',
  },
  columns: {
    recipient: 'Recipient',
    through: 'Via',
    when: 'When',
    status: 'Status',
    amount: 'Amount',
  },
  sheet: {
    fileName: 'payouts',
    date: 'Date',
    id: 'ID',
    reference: 'Reference',
    status: 'Status',
    failure: 'Failure',
    channel: 'Channel',
    through: 'Via',
    recipient: 'Recipient',
    account: 'Account',
    amount: 'Amount',
    fees: 'Fees',
    debited: 'Debited',
    currency: 'Currency',
    bankReference: 'Bank reference',
    description: 'Description',
    end: 'Completed',
  },
  transferStates: {
    to_process: 'To be processed',
    in_progress: 'In progress',
    transferred: 'Transferred',
    rejected: 'Rejected',
    cancelled: 'Cancelled',
  },
  detail: {
    payout: 'Payout',
    transfer: 'Bank transfer',
    history: 'Timeline',
    amounts: 'Amounts',
    amount: 'Amount',
    fees: 'Fees',
    debited: 'Debited from your balance',
    returned: 'Returned to your balance',
    recipient: 'Recipient',
    name: 'Name',
    through: 'Via',
    account: 'Account',
    phone: 'Number',
    request: 'Request',
    reference: 'Reference',
    purpose: 'Transfer purpose',
    description: 'Description',
    bankReference: 'Bank reference',
    operatorReference: 'Operator reference',
    requested: 'Requested',
    ended: 'Completed',
    copyId: 'Copy ID',
  },
  arrival: {
    title: 'When the money arrives',
    waitsSince: (time) => <>Requested {time}.</>,
    takenSince: (time) => <>Our team started on it {time}.</>,
    byHand:
      'Our team makes each transfer by hand, at the bank, so we cannot promise the day on which the money arrives. This page will say when it is done.',
    reminded: (every, us) => (
      <>
        After {every} without a transfer, our team is reminded. Questions? Write to {us}, with the
        ID of the transfer.
      </>
    ),
    late: (every, us) => (
      <>
        This transfer has been waiting for more than {every}, and our team has been reminded. Write
        to {us}, with the ID of the transfer. Do not request a second one: both would be made.
      </>
    ),
    safe: 'Meanwhile the money is reserved for this transfer. If it is not made, everything returns to your balance, fees included.',
    ordered: (reference) =>
      `The transfer was made. When the money shows up in the account depends on the bank that receives it. If it is late, ask that bank${reference === null ? '' : `, with the reference ${reference}`}.`,
    returned: {
      title: 'The bank sent this transfer back',
      text: (time) => (
        <>
          Noted {time}. The money is not in the account. The amount and the fees are yours: our team
          agrees on it with you, then adds them to your balance, whose statement shows it.
        </>
      ),
    },
  },
  origin: {
    by: 'Requested by',
    key: (last4) => `Your site or software (secret key …${last4})`,
    file: 'From file',
    sentBy: 'File sent by',
    standing: 'Standing order',
    setUpBy: 'Set up by',
    approvedBy: 'Approved by',
  },
  cancel: {
    ask: 'Cancel this transfer',
    button: 'Cancel transfer',
    text: 'You can cancel until our team starts processing it. The amount and the fees then return to your balance.',
    done: 'Transfer cancelled. The amount and the fees were returned to your balance.',
  },
  happenings: {
    requested: 'Payout requested, amount and fees reserved',
    taken: 'Our team started processing it',
    approved: 'Approved by a second person',
    toBeTaken: 'Our team will process it',
    toBeMade: 'Transfer to be made at the bank',
    sentTo: (operator) => `Sent to ${operator}`,
    onItsWay: (operator) => `On its way to ${operator}`,
    answerAwaited: (operator) => `Waiting for ${operator} to answer`,
    transferMade: 'Transfer made',
    dated: (day) => `Dated ${day}`,
    datedWithReference: (day, reference) => `Dated ${day}, reference ${reference}`,
    withReference: (reference) => `reference ${reference}`,
    returned: 'The amount and the fees were returned to your balance.',
  },
  ends: {
    succeeded: 'Money received',
    failed: 'Payout failed',
    expired: 'Payout expired',
    cancelled: 'Payout cancelled',
  },
  form: {
    title: 'New payout',
    searchAccount: 'Find an account',
    searchHint: 'Name, or last 4 digits.',
    search: 'Search',
    noneFound: (all: ComponentChildren) => <>No account matches. {all}</>,
    allAccounts: 'View all accounts',
    toWhich: 'To which account?',
    oneOther: 'One more account: search by name.',
    others: (count) => `${count} more accounts: search by name.`,
    amount: 'Amount received',
    description: 'Description',
    reference: 'Your reference',
    check: 'Review',
    partOf: 'Or a part of the available balance, fees included:',
    part: (percent) => `${percent}%`,
    whole: 'Pay out everything',
    available: (amount) => `Available: ${amount}.`,
    byPhone: (limits) => `${limits} by Mobile Money.`,
    bankInLive: 'Bank transfers are available in live mode.',
    noAccount: 'No authorized account',
    noAccountText: 'Money only goes to an account that you have authorized.',
    accountWaits:
      'Our team is checking the account you added. You can pay out to it once that is done.',
    accounts: 'Authorized accounts',
  },
  balance: {
    title: 'Your balance',
    pending: 'Pending',
    pendingConfirmation: 'To be confirmed',
    held: 'Under review',
    reserved: 'Reserved',
    available: 'Available',
    note: 'Only the available balance can be paid out.',
  },
  confirm: {
    title: 'Confirm payout',
    askTransfer: 'Request transfer',
    sendMoney: 'Send money',
    transferText:
      'Our team makes the transfer by hand, at the bank, so we cannot promise the day on which the money arrives. The page of the transfer will say how far it is. You can cancel it until they start processing it.',
    phoneText: 'The money is sent at once, and a Mobile Money payout cannot be cancelled.',
    startOver: 'Start over',
    to: 'To',
    through: 'Via',
    account: 'Account',
    phone: 'Number',
    description: 'Description',
    reference: 'Reference',
    received: 'Amount received',
    fees: 'Fees',
    debited: 'Debited from your balance',
    available: 'Available balance',
    after: 'After this payout',
  },
  done: {
    transfer: (amount, holder) => `Transfer requested: ${amount} to ${holder}.`,
    payout: (amount, holder) => `Payout requested: ${amount} to ${holder}.`,
  },
  faults: {
    feesMoved: 'The fees have changed since you reviewed them. Check the amounts, then confirm.',
    tooMuch: (charged, available) =>
      `This payout takes ${charged} from your balance, fees included, and only ${available} is available.`,
    nothing: (available) => `With ${available} available, no payout is possible yet.`,
    account: 'Choose an authorized account.',
    amount: 'Enter an amount in F CFA, in figures and without decimals.',
    reference: (most) =>
      `A reference can have at most ${most} characters: letters, digits and _\u00A0.\u00A0:\u00A0/\u00A0-`,
    description: (most) => `A description can have at most ${most} characters.`,
  },
}
