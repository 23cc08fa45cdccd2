/** A fictional company name combines one word of each list. There are far more combinations than symbols. */
export const FIRST_WORDS: ReadonlyArray<string> = (
  'Alderwick Amberlyn Ashgrove Bexley Birchfell Bluemarsh Bramwell Brindle Calderon Candlewood Cinderpath ' +
  'Cobaltine Corvane Cragmoor Dappled Delverton Dovecrest Driftmoor Duskfield Eastmere Elmhollow Emberline ' +
  'Fablecroft Farrowby Fennimore Fernbank Flintlock Foxglove Galewind Gildenhall Glasswing Granvale Greyharbor ' +
  'Halcyra Harrowgate Hazelton Hearthside Hollowell Inkwell Ironvale Ivybridge Jasperine Juniperra Kestrelon ' +
  'Kindlewood Kitehill Lanternfield Larkspire Loomcraft Lumenary Maplestead Marlowen Mistral Moorland Nettlebrook ' +
  'Nimbusar Northquay Oakhurst Ochreline Orchardson Osprelle Palegate Pebbleton Pinewatch Quarrymen Quillon ' +
  'Ravenmoor Redthorn Ridgewell Rookfield Rushmere Saltmarsh Sablewood Sedgeway Silverline Slatefoot Sorrelby ' +
  'Stonepath Sundermere Swiftwater Tallowick Tamarind Thistledon Timberlyn Tollgate Umberfield Underhill ' +
  'Valecrest Vellumar Verdanta Wayfarrow Westerly Wickford Willowmere Windrush Wrenfield Yarrowell Yewtree ' +
  'Zephyrine Zincara'
).split(' ');

export const SECOND_WORDS: ReadonlyArray<string> = (
  'Aerospace Analytics Bancorp Batteries Biologics Brands Broadcasting Capital Chemicals Cloud Components ' +
  'Diagnostics Dynamics Energy Foods Freight Genomics Health Hydrogen Industries Insurance Instruments Labs ' +
  'Logistics Materials Media Metals Mining Mobility Networks Optics Payments Petroleum Pharma Photonics Power ' +
  'Properties Resources Robotics Semiconductors Shipping Software Solar Steel Systems Therapeutics Uranium Water'
).split(' ');
