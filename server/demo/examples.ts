/** The ids of the contract's examples. The demo agency has them, so that the reference's sample requests succeed. */
export const examples = {
  agencyId: '0198f09f-2d16-7a8b-9c30-e4f7a1b5d289',
  keyId: '0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914',
  creatorId: '0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35',
  accountId: '73120045',
  employeeId: '0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72',
  fanId: '90817263',
  orderId: '0198f0a9-14be-7f02-a5d8-3e7c9b6f2d41',
  endpointId: '0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05',
  tagId: '0198f0aa-6f10-7c39-9d24-5d1f3a7be9c4',
  publicationId: '0198f0ab-62d3-7e58-b1f4-8c0a5d7e9b36',
} as const;
