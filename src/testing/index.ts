/** What tests of and around Whetstone need; grows with the ports. */
export {};
