"""Made-up histories to try Headwater on; start at `shop.py`."""
